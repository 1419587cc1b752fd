import type { ContactFacts, Facts, ListingFacts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
import { type Kysely, sql } from 'kysely'
import { selectOwnAddresses } from '../db/select-own-addresses.ts'
import type { ExposureRow } from '../db/tables/chain-tables.ts'
import type { Tables } from '../db/tables/tables.ts'

/** Maximum number of entries in a score; enough for three hops of the busiest twenty tokens. */
const MAX_SCORED_ENTRIES = 64

/**
 * Loads the contacts with listed accounts, direct and over one and two hops; `null` while no list
 * is loaded.
 */
export async function loadContacts(
  db: Kysely<Tables>,
  address: Address,
): Promise<Facts['contacts']> {
  const list = await readListState(db)
  if (list === null) return null
  const { rows } = await sql<ExposureRow>`
    select * from chain_exposure where address = ${address} ${TOP_CONTACTS}`.execute(db)
  return toContacts(list, rows)
}

/** The loaded lists. */
export type ListState = Pick<Tables['label_state'], 'listed_count' | 'list_hash'>

/** Reads the state of the lists; `null` while no account is listed. */
export async function readListState(db: Kysely<Tables>): Promise<ListState | null> {
  const state = await db
    .selectFrom('label_state')
    .select(['listed_count', 'list_hash'])
    .executeTakeFirst()
  return state === undefined || state.listed_count === 0 ? null : state
}

/** Selects the entries with most contacts. */
export const TOP_CONTACTS = sql`
  order by in_count + out_count + swept_count desc, token collate "C", hop
  limit ${MAX_SCORED_ENTRIES}`

/** Converts the rows of one account, in the order of `TOP_CONTACTS`. */
export function toContacts(list: ListState, rows: readonly ExposureRow[]): Facts['contacts'] {
  const entries = rows.flatMap((row) => (row.hop === 3 ? [] : [toContact(row, row.hop)]))
  const unfollowed = rows
    .filter(({ hop, in_units }) => hop === 3 && in_units > 0n)
    .map(({ token, in_units }) => ({ token, unitsIn: in_units }))
  return {
    listedCount: list.listed_count,
    listHash: list.list_hash,
    entries,
    ...(unfollowed.length > 0 && { unfollowed }),
  }
}

const toContact = (row: ExposureRow, hop: ContactFacts['hop']): ContactFacts => ({
  hop,
  token: row.token,
  counterparties: row.counterparties,
  transfersIn: row.in_count,
  unitsIn: row.in_units,
  transfersOut: row.out_count,
  unitsOut: row.out_units,
  transfersSwept: row.swept_count,
  unitsSwept: row.swept_units,
})

/** Loads the current scam entry of the account, or of its accounts in the EVM, with the highest confidence. */
export async function loadListing(
  db: Kysely<Tables>,
  address: Address,
): Promise<ListingFacts | null> {
  const { rows: own } = await selectOwnAddresses(sql.val(address)).execute(db)
  const addresses = own.map((each) => each.address)
  const { rows } = await sql<ListingRow>`
    select source, confidence from label_entry
    where address = any(${addresses}::text[]) ${SUREST_LISTING}`.execute(db)
  return toListing(rows[0])
}

type ListingRow = Pick<Tables['label_entry'], 'source' | 'confidence'>

/** Selects the current scam entry with the highest confidence. */
export const SUREST_LISTING = sql`
  and kind = 'scam' and removed_at is null
  order by confidence desc, source collate "C"
  limit 1`

export const toListing = (row: ListingRow | undefined): ListingFacts | null =>
  row === undefined ? null : { source: row.source, confidence: row.confidence / FACTOR_UNIT }
