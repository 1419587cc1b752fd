import {
  type AccountTransfer,
  MAX_EVM_STEPS,
  MAX_PATH_TRANSFERS,
  MAX_PATHS,
  type Path,
  type PathRelation,
  type Paths,
} from '@app/api/schemas/account.ts'
import { isCadenceOwned, isEvmAddress, type Party, parseParty } from '@app/values/evm-address.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { readAccountSummaries } from './read-account-summaries.ts'
import {
  type CarrierEnd,
  type Contact,
  type Direction,
  readContacts,
  readLinks,
  readListings,
  readLists,
  readSources,
  readStepTransfers,
  type TransferStep,
} from './read-contacts.ts'
import { toTransfer } from './read-transfers.ts'

/** Steps from an account to another; each begins where the one before ends. */
type AccountPath = readonly TransferStep[]

type Way = Exclude<Direction, 'any' | 'acted'>

/** In the order in which they are shown: the most serious for a victim first. */
const WAYS = ['taken', 'received', 'paid'] as const satisfies readonly Way[]

const RELATION = {
  taken: 'robbed_by_listed',
  received: 'funded_by_listed',
  paid: 'paid_listed',
} as const satisfies Record<Way, PathRelation>

/** Hops of the accounts that a path of each length meets, from the start on. */
const HOPS_BY_LENGTH = [[0], [1, 0], [2, 1, 0]] as const

export async function loadPathsToListed(db: Kysely<Tables>, address: Party): Promise<Paths> {
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
  const paths = await loadPaths(db, chosen.slice(0, MAX_PATHS))
  return { ...paths, lists: await readLists(db, address) }
}

async function findPaths(
  db: Kysely<Tables>,
  address: Party,
  hops: readonly (0 | 1 | 2)[],
): Promise<AccountPath[]> {
  let found: AccountPath[] = []
  for (const [index, hop] of hops.entries()) {
    const ends = index === 0 ? [address] : [...new Set(found.map(findEnd))]
    const contacts = await readContacts(db, ends, { hop, limit: MAX_PATHS * 2 })
    const longer = index === 0 ? listDirectPaths(contacts) : extendPaths(found, contacts)
    found = await followThroughEvm(db, longer, hop)
  }
  return found
}

const MAX_TRANSFERS = MAX_PATH_TRANSFERS * (1 + MAX_EVM_STEPS)

/**
 * Continues paths that end at an address of the EVM, back along its money, to the account whose hop it carries. Leaves
 * out those that do not get there.
 */
async function followThroughEvm(
  db: Kysely<Tables>,
  paths: readonly AccountPath[],
  hop: 0 | 1 | 2,
): Promise<AccountPath[]> {
  let followed = [...paths]
  let open = listCarrierEnds(followed)
  while (open.length > 0) {
    const sources = await readSources(db, open, hop)
    followed = followed.flatMap((path) => followOnce(path, sources))
    const reached = new Set(sources.map(({ counterparty }) => counterparty))
    open = listCarrierEnds(followed.filter((path) => reached.has(findEnd(path))))
  }
  return followed
}

function listCarrierEnds(paths: readonly AccountPath[]): CarrierEnd[] {
  const ends = new Map<Party, CarrierEnd>()
  for (const path of paths) {
    const [address, steps] = [findEnd(path), path.at(-1)?.steps ?? 0]
    if (isEvmAddress(address) && (steps > 0 || isCadenceOwned(address)))
      ends.set(address, { address, steps })
  }
  return [...ends.values()]
}

function followOnce(path: AccountPath, sources: readonly Contact[]): AccountPath[] {
  const end = findEnd(path)
  const source = sources.find(({ address }) => address === end)
  const isOpen = (path.at(-1)?.steps ?? 0) > 0
  if (source === undefined) return isOpen ? [] : [path]
  if (listStops(path).includes(source.counterparty) || path.length >= MAX_TRANSFERS) return []
  return [[...path, toStep(source, source.received > 0n ? 'received' : 'acted')]]
}

/** Paths to one account that are returned. */
const MAX_LINKS = 3

export async function loadPathsBetween(
  db: Kysely<Tables>,
  { from, to }: { from: Party; to: Party },
): Promise<Paths> {
  if (from === to) return { paths: [], accounts: [] }
  const links = await readLinks(db, { from, to, limit: MAX_LINKS })
  const chosen = links.map((between) => ({ steps: toPath([from, ...between, to]) }))
  return await loadPaths(db, chosen)
}

function toPath(stops: readonly Party[]): AccountPath {
  return stops.slice(1).map((counterparty, index) => ({
    address: stops[index] ?? counterparty,
    counterparty,
    direction: 'any',
    steps: 0,
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

const relate = ([step]: AccountPath, [first]: readonly AccountTransfer[]): PathRelation =>
  step !== undefined && first?.from === step.address ? 'paid' : 'funded_by'

function listAccounts(paths: readonly Path[]): Party[] {
  const ends = paths.flatMap(({ transfers }) => transfers.flatMap(({ from, to }) => [from, to]))
  return [...new Set(ends.flatMap((end) => parseParty(end ?? '') ?? []))]
}

/** Lists the paths of one step: one for each way in which money moved. */
const listDirectPaths = (contacts: readonly Contact[]): AccountPath[] =>
  contacts.flatMap((contact) =>
    WAYS.filter((way) => contact[way] > 0n).map((way) => [toStep(contact, way)]),
  )

/**
 * Continues each path by a contact of its last account: the one through which the money moves on in
 * the same direction, if there is one. Returns no path that meets an account twice.
 */
function extendPaths(paths: readonly AccountPath[], contacts: readonly Contact[]): AccountPath[] {
  return paths.flatMap((path) => {
    const [last] = path.slice(-1)
    if (last === undefined) return []
    const visited = listStops(path)
    const next = contacts.filter(
      ({ address, counterparty }) =>
        address === last.counterparty && !visited.includes(counterparty),
    )
    const best = next.find((contact) => contact[wantedWay(last)] > 0n) ?? next[0]
    if (best === undefined) return []
    const way = best[wantedWay(last)] > 0n ? wantedWay(last) : findMainWay(best)
    return [[...path, toStep(best, way)]]
  })
}

function dropRepeatedPaths(paths: readonly AccountPath[]): AccountPath[] {
  const seen = new Set<string>()
  const reached = new Set<Party>()
  return paths.filter((path) => {
    const end = findEnd(path)
    const key = `${end} ${findRelation(path)}`
    if (seen.has(key) || (path.length > 1 && reached.has(end))) return false
    seen.add(key)
    if (path.length === 1) reached.add(end)
    return true
  })
}

/** Returns the account at the end of a path. Throws for an empty one. */
function findEnd(path: AccountPath): Party {
  const last = path.at(-1)
  if (last === undefined) throw new RangeError('a path has at least one step')
  return last.counterparty
}

/** Returns how the first account of a path to a listed one has to do with it. */
function findRelation([first]: AccountPath): PathRelation {
  if (first === undefined || first.direction === 'any' || first.direction === 'acted') return 'paid'
  return RELATION[first.direction]
}

const wantedWay = ({ direction }: TransferStep): Way =>
  direction === 'received' || direction === 'acted' ? 'received' : 'paid'

const findMainWay = (contact: Contact): Way =>
  WAYS.reduce((main, way) => (contact[way] > contact[main] ? way : main))

const toStep = (
  { address, counterparty, steps }: Contact,
  direction: Way | 'acted',
): TransferStep => ({
  address,
  counterparty,
  direction,
  steps,
})

const listStops = (path: AccountPath): Party[] =>
  path.flatMap(({ address, counterparty }, index) =>
    index === 0 ? [address, counterparty] : [counterparty],
  )
