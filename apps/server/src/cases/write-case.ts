import { createHash } from 'node:crypto'
import { toCanonicalJson } from '@app/score/canonical/canonical-json.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { CaseRow } from '../db/tables/case-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import type { CaseEvent } from './list-case-events.ts'
import { readCase } from './read-case.ts'
import type { CaseStanding } from './summarize-case.ts'

type Queries = Kysely<Tables>

/** Reads the ids of the cases that an address has. */
export async function readCaseIds(db: Queries, address: Address): Promise<string[]> {
  const rows = await db
    .selectFrom('case_file')
    .select('case_id')
    .where('address', '=', address)
    .orderBy('case_id')
    .execute()
  return rows.map(({ case_id }) => case_id)
}

/** A case with all of its events by now. */
export interface CollectedCase {
  address: Address
  caseId: string
  /** In their order. */
  events: readonly CaseEvent[]
  standing: CaseStanding
}

/** Appends the events that are not in the case yet, and updates how it stands. Returns whether it changed. */
export async function writeCase(db: Queries, collected: CollectedCase): Promise<boolean> {
  const { address, caseId, events, standing } = collected
  const before = await readCase(db, address, caseId)
  const known = await readSources(db, address, caseId)
  const added = events.filter(({ source }) => !known.has(source))
  const first = before?.opened_ms ?? events[0]?.atMs
  if (first === undefined || (added.length === 0 && isSame(before, standing))) return false
  let head = {
    number: before?.entry_count ?? 0,
    hash: before?.head_hash ?? FIRST_PREVIOUS_HASH,
    atMs: before?.changed_ms ?? first,
  }
  for (const event of added) head = await insertEntry(db, address, { event, head })
  const row = {
    ...standing,
    opened_ms: first,
    changed_ms: head.atMs,
    change_seq: sql<number>`nextval('case_file_seq')`,
    entry_count: head.number,
    head_hash: head.hash,
  }
  await db
    .insertInto('case_file')
    .values({ address, case_id: caseId, ...row })
    .onConflict((conflict) => conflict.columns(['address', 'case_id']).doUpdateSet(row))
    .execute()
  return true
}

const isSame = (before: CaseRow | null, standing: CaseStanding): boolean =>
  before !== null && STANDING_COLUMNS.every((column) => before[column] === standing[column])

const STANDING_COLUMNS = [
  'kind',
  'reason_code',
  'is_automated',
  'is_open',
  'outcome',
  'due_ms',
] as const satisfies readonly (keyof CaseStanding)[]

async function readSources(db: Queries, address: Address, caseId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('case_entry')
    .select('source')
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .execute()
  return new Set(rows.map(({ source }) => source))
}

/** The last entry of a case. */
interface Head {
  number: number
  hash: string
  atMs: number
}

/** Appends an entry, at the time of the one before where it was learned only after that one. */
async function insertEntry(
  db: Queries,
  address: Address,
  { event, head }: { event: CaseEvent; head: Head },
): Promise<Head> {
  const { caseId, kind, by, details, textHash, txId, source, text } = event
  const number = head.number + 1
  const atMs = Math.max(event.atMs, head.atMs)
  const at = new Date(atMs).toISOString()
  const link = { number, previousHash: head.hash }
  const hash = hashCaseEntry({ address, caseId, kind, at, by, details, textHash, txId, ...link })
  await db
    .insertInto('case_entry')
    .values({
      address,
      case_id: caseId,
      number,
      kind,
      at_ms: atMs,
      by_address: by,
      details: JSON.stringify(details),
      source,
      text_hash: textHash,
      tx_id: txId,
      previous_hash: head.hash,
      hash,
    })
    .execute()
  if (text !== null) {
    await db.insertInto('case_text').values({ address, case_id: caseId, number, text }).execute()
  }
  return { number, hash, atMs }
}

/** `previousHash` of the first entry of a case. */
const FIRST_PREVIOUS_HASH = '0'.repeat(64)

/** What the hash of an entry covers; a text only by its hash. */
interface HashedEntry {
  address: Address
  caseId: string
  number: number
  kind: CaseEvent['kind']
  /** ISO 8601. */
  at: string
  by: Address | null
  details: CaseEvent['details']
  textHash: string | null
  txId: string | null
  previousHash: string
}

/** Returns the SHA-256 of the canonical JSON (RFC 8785) of an entry, in hex. */
const hashCaseEntry = (entry: HashedEntry): string =>
  createHash('sha256')
    .update(toCanonicalJson({ ...entry }))
    .digest('hex')
