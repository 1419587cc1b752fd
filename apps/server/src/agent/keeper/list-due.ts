import type { Address } from '@app/values/address.ts'
import type { ProposalView } from '../../governance/read-proposals.ts'
import type { DueRun, ScheduleState } from './read-due-rows.ts'
import type { WatchCandidate } from './read-watch-reasons.ts'

/** Something that the agent has to do about an address now, without being asked. */
export type DueTask = { address: Address } & (
  | Settlement
  /** A run that the chain announced: the score is published, also when it is the same. */
  | { kind: 'recheck'; runId: string }
  /** The last run panicked or could not be paid: no other follows by itself. */
  | { kind: 'restart' }
  | { kind: 'start'; candidate: WatchCandidate }
  | { kind: 'stop'; startId: number }
)

/** What is over and not recorded on the chain: votes, appeals, executions and freezes. */
interface Settlement {
  kind: 'settle'
  /** Proposals against the address whose status is not recorded. */
  proposalIds: number[]
  /** What is over, such as 'proposal 7 rejected'; the same text until it is settled. */
  description: string
}

/** What is due follows from this alone. */
export interface KeeperView {
  /** The proposals about addresses with something that is not recorded as over. */
  proposals: readonly ProposalView[]
  /** Announced runs without an action, the earliest first. */
  runs: readonly DueRun[]
  /** `null` while the chain was not asked. */
  watched: WatchedView | null
  /** Items (`toItem`) that wait because they failed. */
  waiting: readonly string[]
}

/** Returns the name under which a task waits when it failed. */
export const toItem = ({ kind, address }: Pick<DueTask, 'kind' | 'address'>): string =>
  `${kind} ${address}`

/** The rechecks that the chain has, beside the reasons for them. */
export interface WatchedView {
  /** Addresses whose run is late. */
  overdue: readonly Address[]
  /** `null` where the agent starts and ends no rechecks. */
  watched: ReadonlySet<Address> | null
  /** Who is to be rechecked, the first causes first. */
  candidates: readonly WatchCandidate[]
  /** Of addresses whose rechecks the agent started, ended or restarted. */
  states: ReadonlyMap<Address, ScheduleState>
  /** Whether every event of the contracts is mirrored: a cause may be missing otherwise. */
  isMirrorComplete: boolean
}

/** Lists what is due, in the order in which it is done. */
export function listDue({ proposals, runs, watched, waiting }: KeeperView): DueTask[] {
  const isFree = (task: Pick<DueTask, 'kind' | 'address'>) => !waiting.includes(toItem(task))
  const tasks: DueTask[] = [
    ...listSettlements(proposals),
    ...runs.map((run) => ({ kind: 'recheck' as const, ...run })),
  ]
  if (watched !== null) {
    const overdue = watched.overdue.filter((address) => isFree({ kind: 'restart', address }))
    tasks.push(...listRestarts({ ...watched, overdue }), ...listWatchChanges(watched))
  }
  return tasks.filter(isFree)
}

function listSettlements(views: readonly ProposalView[]): DueTask[] {
  return [...Map.groupBy(views, ({ target }) => target)].flatMap(([address, own]) => {
    const due = own.filter(({ status, storedStatus }) => status !== storedStatus)
    const parts = [
      ...due.map(({ ballot, status }) => `proposal ${ballot.id} ${status}`),
      ...own.slice(0, 1).flatMap(listEndedFreeze),
    ]
    if (parts.length === 0) return []
    const proposalIds = due.map(({ ballot }) => ballot.id)
    return [{ kind: 'settle', address, proposalIds, description: parts.join(', ') }]
  })
}

function listEndedFreeze({ state: { lastFreeze, freeze } }: ProposalView): string[] {
  const isDue = lastFreeze !== null && lastFreeze.endedAt === null && freeze === null
  return isDue ? [`freeze ${lastFreeze.number} ended`] : []
}

/** Maximum number of late runs that are restarted after one look at the chain. */
export const MAX_RESTARTS = 20

/** Those that were restarted last come last, because one that is restarted in vain stays overdue. */
function listRestarts({ overdue, states }: WatchedView): DueTask[] {
  const getTriedMs = (address: Address) => states.get(address)?.changedMs ?? 0
  return overdue
    .toSorted((a, b) => getTriedMs(a) - getTriedMs(b) || (a < b ? -1 : 1))
    .slice(0, MAX_RESTARTS)
    .map((address) => ({ kind: 'restart', address }))
}

/** Only rechecks that this agent started are ended: of others it does not know why they run. */
function listWatchChanges({
  watched,
  candidates,
  states,
  isMirrorComplete,
}: WatchedView): DueTask[] {
  if (watched === null) return []
  const { start, end } = planWatching(candidates, watched)
  const isFree = (address: Address) => states.get(address)?.isBusy !== true
  const starts = start
    .filter(({ address }) => isFree(address))
    .map((candidate): DueTask => ({ kind: 'start', address: candidate.address, candidate }))
  const stops = end
    .filter((address) => isMirrorComplete && isFree(address))
    .flatMap((address): DueTask[] => {
      const startId = states.get(address)?.startId ?? null
      return startId === null ? [] : [{ kind: 'stop', address, startId }]
    })
  return [...starts, ...stops]
}

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
