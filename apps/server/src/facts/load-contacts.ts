import type { ContactFacts, Facts, ListingFacts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import type { Party } from '@app/values/evm-address.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
import { type Kysely, sql } from 'kysely'
import { selectOwnAddresses } from '../db/select-own-addresses.ts'
import type { ExposureRow } from '../db/tables/chain-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import { ACCOUNT, readByAccount } from './select-accounts.ts'

/** Maximum number of entries in a score; enough for three hops of the busiest twenty tokens. */
const MAX_SCORED_ENTRIES = 64

/** Loads the contacts of each account with listed ones, direct and over one and two hops; none while no list is loaded. */
export async function loadContacts(
  db: Kysely<Tables>,
  addresses: readonly Address[],
): Promise<ReadonlyMap<Address, NonNullable<Facts['contacts']>>> {
  const list = await db
    .selectFrom('label_state')
    .select(['listed_count', 'list_hash'])
    .executeTakeFirst()
  if (list === undefined || list.listed_count === 0) return new Map()
  const contacts = await readByAccount(
    db,
    addresses,
    (accounts) => sql<ExposureRow>`
      select exposure.* from ${accounts} cross join lateral (
        select * from chain_exposure where address = ${ACCOUNT}
        order by in_count + out_count + swept_count desc, token collate "C", hop
        limit ${MAX_SCORED_ENTRIES}
      ) exposure`,
    (rows) => toContacts(list, rows),
  )
  for (const one of addresses) if (!contacts.has(one)) contacts.set(one, toContacts(list, []))
  return contacts
}

type ListState = Pick<Tables['label_state'], 'listed_count' | 'list_hash'>

function toContacts(list: ListState, rows: readonly ExposureRow[]): NonNullable<Facts['contacts']> {
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

/** Loads the current scam entry of each account that has one, or whose accounts in the EVM do, with the highest confidence. */
export async function loadListings(
  db: Kysely<Tables>,
  addresses: readonly Address[],
): Promise<ReadonlyMap<Address, ListingFacts>> {
  const own = await readByAccount(
    db,
    addresses,
    (accounts) => sql<{ address: Address; own: Party }>`
      select wanted.address, own.address as own
      from ${accounts} cross join lateral (${selectOwnAddresses(ACCOUNT)}) own`,
    (rows) => rows,
  )
  const owners = new Map([...own.values()].flat().map((row) => [row.own, row.address]))
  // By values, because a join would read each partition.
  const { rows } = await sql<ListingRow>`
    select address, source, confidence from label_entry
    where address = any(${[...owners.keys()]}::text[]) and kind = 'scam' and removed_at is null
    order by confidence, source collate "C" desc`.execute(db)
  const listings = new Map<Address, ListingFacts>()
  for (const { address, source, confidence } of rows) {
    const owner = owners.get(address)
    if (owner) listings.set(owner, { source, confidence: confidence / FACTOR_UNIT })
  }
  return listings
}

type ListingRow = Pick<Tables['label_entry'], 'source' | 'confidence'> & { address: Party }
