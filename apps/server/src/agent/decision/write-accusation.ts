import type { Address } from '@app/values/address.ts'
import type { ReasonCode } from '@app/values/reason-code.ts'
import { type Kysely, sql } from 'kysely'
import type { ClearedCause, StatementOfReasons } from '../../db/tables/agent-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { buildCaseId } from '../write-action.ts'

type Queries = Kysely<Tables>

/** A new accusation. */
interface NewCase {
  address: Address
  caseId: string
  reasonCode: ReasonCode
  openedMs: number
  evidenceHash: string
  statement: StatementOfReasons
}

/** Stores an accusation. */
export async function insertCase(db: Queries, opened: NewCase): Promise<void> {
  await db
    .insertInto('agent_case')
    .values({
      address: opened.address,
      case_id: opened.caseId,
      reason_code: opened.reasonCode,
      opened_ms: opened.openedMs,
      evidence_hash: opened.evidenceHash,
      statement: JSON.stringify(opened.statement),
    })
    .execute()
}

/** Extends an accusation by stronger evidence: its ground and its statement are those of the flag now. */
export async function extendCase(
  db: Queries,
  { address, caseId, reasonCode, statement }: Omit<NewCase, 'openedMs' | 'evidenceHash'>,
): Promise<void> {
  await db
    .updateTable('agent_case')
    .set({ reason_code: reasonCode, statement: JSON.stringify(statement) })
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .execute()
}

/** Returns a new id of a case; a number follows where the same evidence accused before. */
export async function createCaseId(
  db: Queries,
  { address, evidenceHash }: Pick<NewCase, 'address' | 'evidenceHash'>,
): Promise<string> {
  const { cases } = await db
    .selectFrom('agent_case')
    .select(({ fn }) => fn.countAll<number>().as('cases'))
    .where('address', '=', address)
    .where('evidence_hash', '=', evidenceHash)
    .executeTakeFirstOrThrow()
  const caseId = buildCaseId({ address, evidenceHash })
  return cases === 0 ? caseId : `${caseId}-${cases + 1}`
}

/** Notes since when the score of an accused account is good enough again; `null` while it is not. */
export async function writeRecovery(
  db: Queries,
  {
    address,
    caseId,
    recoveredMs,
  }: { address: Address; caseId: string; recoveredMs: number | null },
): Promise<void> {
  await db
    .updateTable('agent_case')
    .set({ recovered_ms: recoveredMs })
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .execute()
}

/** Notes when the account of a case is considered again without a new score; `null` for not at all. */
export async function writeRevisit(
  db: Queries,
  { address, revisitMs }: { address: Address; revisitMs: number | null },
): Promise<void> {
  await sql`
    update agent_case
    set revisit_ms = case when case_id = latest.id then ${revisitMs}::bigint end
    from (select case_id as id from agent_case where address = ${address}
          order by opened_ms desc, cleared_ms desc limit 1) latest
    where address = ${address}`.execute(db)
}

/** Withdraws an accusation, and has the account considered again. Returns whether it was open. */
export async function closeCase(
  db: Queries,
  { address, caseId, clearedMs, cause }: CaseEnd,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('agent_case')
    .set({ cleared_ms: clearedMs, cleared_cause: cause, revisit_ms: clearedMs })
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .where('cleared_ms', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface CaseEnd {
  address: Address
  caseId: string
  clearedMs: number
  cause: ClearedCause
}
