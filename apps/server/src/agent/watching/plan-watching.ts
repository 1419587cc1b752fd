import type { Address } from '@app/values/address.ts'
import type { WatchCandidate } from './load-watch-candidates.ts'

/** Addresses that can be watched at a time. Source: `DharmaRecheck.capacity()`. */
export const WATCH_CAPACITY = 500

interface WatchPlan {
  /** Candidates to watch from now on, as many as there are free places, the first causes first. */
  start: WatchCandidate[]
  /** Watched addresses without a cause, and those that hold the place of an earlier candidate. */
  end: Address[]
}

/** Plans which rechecks to start and to end, from the candidates in their order. */
export function planWatching(
  candidates: readonly WatchCandidate[],
  watched: ReadonlySet<Address>,
): WatchPlan {
  const caused = new Set(candidates.map(({ address }) => address))
  const missing = candidates.slice(0, WATCH_CAPACITY).filter(({ address }) => !watched.has(address))
  const withoutCause = [...watched].filter((address) => !caused.has(address))
  const isFull = missing.length > WATCH_CAPACITY - watched.size
  const outranked = isFull ? listOutranked(candidates, watched) : []
  const freePlaces = Math.max(0, WATCH_CAPACITY - watched.size)
  return { start: missing.slice(0, freePlaces), end: [...withoutCause, ...outranked] }
}

const listOutranked = (
  candidates: readonly WatchCandidate[],
  watched: ReadonlySet<Address>,
): Address[] =>
  candidates
    .slice(WATCH_CAPACITY)
    .filter(({ kind, address }) => kind !== 'flagged' && watched.has(address))
    .map(({ address }) => address)
