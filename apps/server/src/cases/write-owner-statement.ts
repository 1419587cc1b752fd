import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { StoredMessage } from '../db/tables/case-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import type { Context } from '../runtime/context.ts'
import { recordCaseChanges } from './write-case-changes.ts'

export interface CaseKey {
  address: Address
  caseId: string
}

/** What an owner stated last in a case. */
export interface LastStatement {
  sequence: number
  /** The complete text that was signed. */
  signedText: string
  /** Unix milliseconds of block time. */
  atMs: number
}

/** Reads the statement that counts in a case; `null` when the owner stated nothing. */
export async function readLastStatement(
  db: Kysely<Tables>,
  { address, caseId }: CaseKey,
): Promise<LastStatement | null> {
  const row = await db
    .selectFrom('case_owner_statement')
    .select(['sequence', 'at_ms', 'message'])
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  return { sequence: row.sequence, signedText: row.message.text, atMs: row.at_ms }
}

/** Returns whether there is a case with this id about the wallet, open or closed. */
export async function hasCase(db: Kysely<Tables>, { address, caseId }: CaseKey): Promise<boolean> {
  const row = await db
    .selectFrom('case_file')
    .select('case_id')
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether the case has the entry of a statement of its owner. */
export async function hasStatement(
  db: Kysely<Tables>,
  { address, caseId, sequence }: CaseKey & { sequence: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('case_entry')
    .select('number')
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .where('source', '=', `owner statement ${sequence}`)
    .executeTakeFirst()
  return row !== undefined
}

/** How long a statement stands before another one may replace it. */
const REPLACEABLE_AFTER_MS = 86_400_000

/** A statement whose signatures were verified. */
export interface NewStatement extends CaseKey {
  text: string
  textHash: string
  /** Unix milliseconds of block time. */
  atMs: number
  message: StoredMessage
}

export type StatementOutcome =
  | { kind: 'written' }
  /** The latest statement of the case is this very message. */
  | { kind: 'repeated' }
  | { kind: 'sequence_refused'; expected: number }
  /** `fromMs`: from when another one may replace the latest, Unix milliseconds of block time. */
  | { kind: 'too_soon'; fromMs: number }

/** Stores what the owner states in a case, unless it is repeated, out of order, or within a day of the last. */
export async function writeOwnerStatement(
  { db }: Pick<Context, 'db'>,
  statement: NewStatement,
): Promise<StatementOutcome> {
  return await db.transaction().execute(async (queries) => {
    await lockCase(queries, statement)
    const outcome = judge(await readLastStatement(queries, statement), statement)
    if (outcome.kind !== 'written') return outcome
    await insertStatement(queries, statement)
    await recordCaseChanges(queries, [statement.address])
    return outcome
  })
}

function judge(last: LastStatement | null, { message, atMs }: NewStatement): StatementOutcome {
  if (last?.signedText === message.text) return { kind: 'repeated' }
  const expected = (last?.sequence ?? 0) + 1
  if (message.sequence !== expected) return { kind: 'sequence_refused', expected }
  const fromMs = last === null ? 0 : last.atMs + REPLACEABLE_AFTER_MS
  return atMs < fromMs ? { kind: 'too_soon', fromMs } : { kind: 'written' }
}

async function insertStatement(db: Kysely<Tables>, statement: NewStatement): Promise<void> {
  await db
    .insertInto('case_owner_statement')
    .values({
      address: statement.address,
      case_id: statement.caseId,
      sequence: statement.message.sequence,
      text: statement.text,
      text_hash: statement.textHash,
      at_ms: statement.atMs,
      message: JSON.stringify(statement.message),
    })
    .execute()
}

/** Until the transaction ends, other statements in the case wait. */
async function lockCase(db: Kysely<Tables>, { address, caseId }: CaseKey): Promise<void> {
  await db
    .selectFrom('case_file')
    .select('case_id')
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .forUpdate()
    .execute()
}
