import {
  MAX_PATH_TRANSFERS,
  MAX_PATHS,
  type Path,
  type PathRelation,
  type Paths,
} from '@app/api/schemas/account/paths.ts'
import type { Transfer } from '@app/api/schemas/account/transfer.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import {
  type AccountPath,
  dropRepeatedPaths,
  extendPaths,
  findEnd,
  findRelation,
  listDirectPaths,
} from './list-account-paths.ts'
import { readAccountSummaries } from './read-account-summaries.ts'
import { readContacts, readLinks, readListings } from './read-contacts.ts'
import { readStepTransfers } from './read-step-transfers.ts'
import { toTransfer } from './to-transfer.ts'

/** Hops of the accounts that a path of each length meets, from the start on. */
const HOPS_BY_LENGTH = [[0], [1, 0], [2, 1, 0]] as const

/** Loads the shortest paths from an account to listed ones. */
export async function loadPathsToListed(db: Kysely<Tables>, address: Address): Promise<Paths> {
  let found: AccountPath[] = []
  for (const hops of HOPS_BY_LENGTH.slice(0, MAX_PATH_TRANSFERS)) {
    if (found.length >= MAX_PATHS) break
    found = dropRepeatedPaths([...found, ...(await findPaths(db, address, hops))])
  }
  const listings = await readListings(db, [...new Set(found.map(findEnd))])
  const chosen = found.flatMap((steps) => {
    const listed = listings.find((listing) => listing.address === findEnd(steps))
    return listed ? [{ steps, listed, relation: findRelation(steps) }] : []
  })
  return await loadPaths(db, chosen.slice(0, MAX_PATHS))
}

async function findPaths(
  db: Kysely<Tables>,
  address: Address,
  hops: readonly (0 | 1 | 2)[],
): Promise<AccountPath[]> {
  let found: AccountPath[] = []
  for (const [index, hop] of hops.entries()) {
    const ends = index === 0 ? [address] : [...new Set(found.map(findEnd))]
    const contacts = await readContacts(db, ends, { hop, limit: MAX_PATHS * 2 })
    found = index === 0 ? listDirectPaths(contacts) : extendPaths(found, contacts)
  }
  return found
}

/** Paths to one account that are returned. */
const MAX_LINKS = 3

/** Loads the shortest paths between two accounts. */
export async function loadPathsBetween(
  db: Kysely<Tables>,
  { from, to }: { from: Address; to: Address },
): Promise<Paths> {
  if (from === to) return { paths: [], accounts: [] }
  const links = await readLinks(db, { from, to, limit: MAX_LINKS })
  const chosen = links.map((between) => ({ steps: toPath([from, ...between, to]) }))
  return await loadPaths(db, chosen)
}

function toPath(stops: readonly Address[]): AccountPath {
  return stops.slice(1).map((counterparty, index) => ({
    address: stops[index] ?? counterparty,
    counterparty,
    direction: 'any',
  }))
}

interface ChosenPath {
  steps: AccountPath
  listed?: NonNullable<Path['listed']>
  relation?: PathRelation
}

/** Loads the transfers of paths; leaves out a path of which one is not indexed. */
async function loadPaths(db: Kysely<Tables>, chosen: readonly ChosenPath[]): Promise<Paths> {
  const rows = await readStepTransfers(
    db,
    chosen.flatMap(({ steps }) => steps),
  )
  let place = 0
  const paths = chosen.flatMap(({ steps, listed, relation }): Path[] => {
    const sides = rows.slice(place, place + steps.length)
    place += steps.length
    const transfers = sides.flatMap((side) => (side === null ? [] : [toTransfer(side)]))
    if (transfers.length < steps.length) return []
    return [
      { ...(listed && { listed }), relation: relation ?? relate(steps, transfers), transfers },
    ]
  })
  return { paths, accounts: await readAccountSummaries(db, listAccounts(paths)) }
}

const relate = ([step]: AccountPath, [first]: readonly Transfer[]): PathRelation =>
  step !== undefined && first?.from === step.address ? 'paid' : 'funded_by'

function listAccounts(paths: readonly Path[]): Address[] {
  const ends = paths.flatMap(({ transfers }) => transfers.flatMap(({ from, to }) => [from, to]))
  return [...new Set(ends.flatMap((end) => (end === null ? [] : [toAddress(end)])))]
}
