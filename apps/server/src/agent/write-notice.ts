import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import { recordCaseChanges } from '../cases/write-case-changes.ts'
import type { AgentNotice } from '../db/tables/agent-statements.ts'
import type { Tables } from '../db/tables/tables.ts'

/** Stores what others must hear of, and sends the notification `notices_changed`. */
export async function insertNotice(
  db: Kysely<Tables>,
  notice: { address: Address; atMs: number; caseId: string | null; data: AgentNotice },
): Promise<void> {
  const { address, atMs, caseId, data } = notice
  await db
    .insertInto('agent_notice')
    .values({
      address,
      kind: data.kind,
      at_ms: atMs,
      case_id: caseId,
      data: JSON.stringify(data),
    })
    .execute()
  await recordCaseChanges(db, [address])
  await sql`select pg_notify('notices_changed', '')`.execute(db)
}
