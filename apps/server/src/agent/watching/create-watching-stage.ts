import { getWatched } from '@app/contracts/calls.ts'
import type { Address } from '@app/values/address.ts'
import { isRecent } from '@app/values/time.ts'
import { readContract } from '../../flow-access/read-contract.ts'
import type { Context } from '../../runtime/context.ts'
import { type Pauses, readPauses } from '../../runtime/pauses.ts'
import { createLockedStage, type Stage } from '../../runtime/stage.ts'
import { scoreAccount } from '../../scorer/score-account.ts'
import { endRechecks, type ScheduleOutcome, scheduleRecheck } from '../rechecks/schedule-recheck.ts'
import {
  describeCause,
  isMirrorComplete,
  loadScheduleStates,
  loadWatchCandidates,
  type ScheduleState,
  type WatchCandidate,
} from './read-watch-reasons.ts'

/** Interval at which the chain is compared even when the candidates are the same. */
const CHECK_INTERVAL_MS = 60_000

const MAX_CHANGES_PER_STEP = 20

/**
 * Creates the stage that starts the rechecks of flagged addresses, owners of vaults and voters on
 * the chain, and ends those that it started once no cause is left. It compares with the addresses
 * that the contract has, so that nothing is started twice; rechecks that others started go on.
 */
export function createWatchingStage(context: Context, now: () => number): Stage {
  const memory: Memory = {
    candidates: '',
    lastCheckMs: Number.NEGATIVE_INFINITY,
  }
  const step = async () => {
    const { enabled, scheduleRechecks } = context.config.agent
    return enabled && scheduleRechecks ? await stepWatching(context, memory, now()) : 'idle'
  }
  return createLockedStage(context, { name: 'watching', lock: 'watching', step })
}

/** What a process remembers to spare calls to the node. Lost without harm. */
interface Memory {
  /** The candidates of the last comparison. */
  candidates: string
  lastCheckMs: number
}

async function stepWatching(
  context: Context,
  memory: Memory,
  nowMs: number,
): Promise<'more' | 'idle'> {
  const candidates = await loadWatchCandidates(context)
  const text = candidates.map(({ address }) => address).join(' ')
  const isFresh = isRecent(memory.lastCheckMs, nowMs, CHECK_INTERVAL_MS)
  if (text === memory.candidates && isFresh) return 'idle'
  const pauses = await readPauses(context, 'watching')
  const changes = await listChanges(context, candidates, pauses)
  if (await queueChanges(changes.slice(0, MAX_CHANGES_PER_STEP), pauses)) return 'more'
  Object.assign(memory, { candidates: text, lastCheckMs: nowMs })
  return 'idle'
}

/** Returns whether others may follow at once: false when there was none, or the cap is reached. */
async function queueChanges(
  changes: readonly [Address, Change][],
  pauses: Pauses,
): Promise<boolean> {
  for (const [address, queue] of changes) {
    let isCapped = false
    await pauses.attempt(address, async () => {
      isCapped = (await queue()).kind === 'capped'
    })
    if (isCapped) return false
  }
  return changes.length > 0
}

type Change = () => Promise<ScheduleOutcome>

/** Lists what is to be queued for which address, without what is under way or waits after a failure. */
async function listChanges(
  context: Context,
  candidates: readonly WatchCandidate[],
  { waiting }: Pauses,
): Promise<[Address, Change][]> {
  const watched = await readWatched(context)
  if (watched === null) return []
  const { start, end } = planWatching(candidates, watched)
  const addresses = [...start.map(({ address }) => address), ...end]
  const rows = await loadScheduleStates(context.db, addresses)
  const states = new Map(rows.map((state) => [state.address, state]))
  const isFree = (address: Address) =>
    states.get(address)?.isBusy !== true && !waiting.includes(address)
  const isComplete = await isMirrorComplete(context.db)
  const starts = start
    .filter(({ address }) => isFree(address))
    .map((each): [Address, Change] => [each.address, () => startRechecks(context, each)])
  const ends = end
    .filter((address) => isComplete && isFree(address))
    .flatMap((address) => listEnds(context, states.get(address)))
  return [...starts, ...ends]
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

/** Returns `null` when the contract is not deployed. */
async function readWatched({ flow, config }: Context): Promise<ReadonlySet<Address> | null> {
  const query = { contract: 'DharmaRecheck', call: getWatched() }
  const result = await readContract({ flow, network: config.network }, query)
  return result === null ? null : new Set(result.value as Address[])
}

async function startRechecks(
  context: Context,
  candidate: WatchCandidate,
): Promise<ScheduleOutcome> {
  const { address, kind, since } = candidate
  const { evidenceHash } = await scoreAccount(context, address, 'agent')
  return await scheduleRecheck(context, {
    address,
    occasion: `${kind} ${since}`,
    evidenceHash,
    reason: `${address} is rechecked on the chain from now on: ${describeCause(candidate)}.`,
  })
}

/** Only rechecks that this agent started are ended: of others it does not know why they run. */
function listEnds(context: Context, state: ScheduleState | undefined): [Address, Change][] {
  if (state === undefined || state.startId === null) return []
  const { address, startId } = state
  return [[address, () => stopRechecks(context, { address, startId })]]
}

async function stopRechecks(
  context: Context,
  { address, startId }: { address: Address; startId: number },
): Promise<ScheduleOutcome> {
  const { evidenceHash } = await scoreAccount(context, address, 'agent')
  return await endRechecks(context, {
    address,
    occasion: `end of ${startId}`,
    evidenceHash,
    reason: `${address} is no longer rechecked on the chain: not flagged, no guarded vault, no recent vote or no place left.`,
  })
}
