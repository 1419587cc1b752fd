import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import { recordCaseChanges } from '../cases/write-case-changes.ts'
import type { AgentNotice } from '../db/tables/agent-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import { isWorkable, type Work } from '../runtime/pauses.ts'

export interface TakenNotice {
  address: Address
  /** Unique; a later notice about an address has a higher one. */
  id: number
  /** Block time in Unix milliseconds. */
  atMs: number
  caseId: string | null
  notice: AgentNotice
}

/**
 * Takes at most `limit` notices, the oldest first, except those that another process is taking, and those about
 * addresses that wait. Call it in the transaction that acts on them: if it rolls back, they stay queued.
 */
export async function takeNotices(
  db: Kysely<Tables>,
  { limit, pauses }: Work,
): Promise<TakenNotice[]> {
  const rows = await db
    .with('next', (query) =>
      query
        .selectFrom('agent_notice')
        .select(['address', 'id'])
        .where('is_taken', '=', false)
        .where(isWorkable('address', pauses))
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('agent_notice')
    .from('next')
    .set({ is_taken: true })
    .whereRef('agent_notice.address', '=', 'next.address')
    .whereRef('agent_notice.id', '=', 'next.id')
    .returning([
      'agent_notice.address',
      'agent_notice.id',
      'agent_notice.at_ms as atMs',
      'agent_notice.case_id as caseId',
      'agent_notice.data as notice',
    ])
    .execute()
  return rows.sort((a, b) => a.id - b.id)
}

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
