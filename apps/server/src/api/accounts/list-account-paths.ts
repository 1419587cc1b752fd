import type { PathRelation } from '@app/api/schemas/account/paths.ts'
import type { Address } from '@app/values/address.ts'
import type { Contact } from './read-contacts.ts'
import type { Direction, Step } from './read-step-transfers.ts'

/** Steps from an account to another; each begins where the one before ends. */
export type AccountPath = readonly Step[]

type Way = Exclude<Direction, 'any'>

/** In the order in which they are shown: the most serious for a victim first. */
const WAYS = ['taken', 'received', 'paid'] as const satisfies readonly Way[]

const RELATION = {
  taken: 'robbed_by_listed',
  received: 'funded_by_listed',
  paid: 'paid_listed',
} as const satisfies Record<Way, PathRelation>

/** Lists the paths of one step: one for each way in which money moved. */
export const listDirectPaths = (contacts: readonly Contact[]): AccountPath[] =>
  contacts.flatMap((contact) =>
    WAYS.filter((way) => contact[way] > 0n).map((way) => [toStep(contact, way)]),
  )

/**
 * Continues each path by a contact of its last account: the one through which the money moves on in
 * the same direction, if there is one. Returns no path that meets an account twice.
 */
export function extendPaths(
  paths: readonly AccountPath[],
  contacts: readonly Contact[],
): AccountPath[] {
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

/** Keeps one path to the same end by the same relation, in their order. */
export function dropRepeatedPaths(paths: readonly AccountPath[]): AccountPath[] {
  const seen = new Set<string>()
  const reached = new Set<Address>()
  return paths.filter((path) => {
    const end = findEnd(path)
    const key = `${end} ${findRelation(path)}`
    if (seen.has(key) || (path.length > 1 && reached.has(end))) return false
    seen.add(key)
    if (path.length === 1) reached.add(end)
    return true
  })
}

/** Lists the accounts of a path in its order. */
export const listStops = (path: AccountPath): Address[] =>
  path.flatMap(({ address, counterparty }, index) =>
    index === 0 ? [address, counterparty] : [counterparty],
  )

/** Returns the account at the end of a path. Throws for an empty one. */
export function findEnd(path: AccountPath): Address {
  const last = path.at(-1)
  if (last === undefined) throw new RangeError('a path has at least one step')
  return last.counterparty
}

/** Returns how the first account of a path to a listed one has to do with it. */
export function findRelation([first]: AccountPath): PathRelation {
  return first === undefined || first.direction === 'any' ? 'paid' : RELATION[first.direction]
}

const wantedWay = ({ direction }: Step): Way => (direction === 'received' ? 'received' : 'paid')

const findMainWay = (contact: Contact): Way =>
  WAYS.reduce((main, way) => (contact[way] > contact[main] ? way : main))

const toStep = ({ address, counterparty }: Contact, direction: Way): Step => ({
  address,
  counterparty,
  direction,
})
