import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { describe, expect, it } from 'vitest'
import {
  listDue,
  MAX_RESTARTS,
  planWatching,
  toItem,
  WATCH_CAPACITY,
  type WatchedView,
} from './list-due.ts'
import type { ScheduleState } from './read-due-rows.ts'
import type { WatchCandidate } from './read-watch-reasons.ts'

const wallet = (number: number) => computeAddressAtIndex(1000 + number, 'local')
const [ALICE, BOB, CAROL] = [wallet(1), wallet(2), wallet(3)]

const buildCandidate = (
  number: number,
  kind: WatchCandidate['kind'] = 'flagged',
): WatchCandidate => ({ address: wallet(number), kind, since: number, proposalId: null })

const buildWatched = (from: number, to: number) =>
  new Set(Array.from({ length: to - from }, (_, index) => wallet(from + index)))

const STARTED: ScheduleState = { isBusy: false, changedMs: 9, startId: 7 }

function listByChain(change: Partial<WatchedView>, waiting: string[] = []) {
  const rest = { overdue: [], watched: null, candidates: [], states: new Map() }
  const watched = { ...rest, isMirrorComplete: true, ...change }
  return listDue({ proposals: [], runs: [], watched, waiting })
}

describe('what is due', () => {
  const runs = [ALICE, BOB].map((address, index) => ({ address, runId: String(index) }))

  it('are announced runs in their order, without those that wait', () => {
    const waiting = [toItem({ kind: 'recheck', address: ALICE }), `settle ${BOB}`]
    const due = listDue({ proposals: [], runs, watched: null, waiting })
    expect(due).toEqual([{ kind: 'recheck', address: BOB, runId: '1' }])
  })

  it('are restarts of overdue rechecks, twenty at a time, those tried last at the end', () => {
    const overdue = [...buildWatched(1, 30)].sort()
    const [first = ALICE, second = BOB, waiting = CAROL] = overdue
    const states = new Map([
      [first, { ...STARTED, changedMs: 2 }],
      [second, { ...STARTED, changedMs: 1 }],
    ])
    const list = (addresses: typeof overdue) =>
      listByChain({ overdue: addresses, states }, [`restart ${waiting}`])
    expect(list(overdue)).toEqual(
      overdue.slice(3, 3 + MAX_RESTARTS).map((address) => ({ kind: 'restart', address })),
    )
    expect(list(overdue.slice(0, 4)).map(({ address }) => address)).toEqual([
      overdue[3],
      second,
      first,
    ])
  })

  it('are the rechecks to start and to end, but none about which an action is open', () => {
    const states = new Map([
      [CAROL, STARTED],
      [wallet(4), { ...STARTED, startId: null }],
      [wallet(5), { ...STARTED, isBusy: true }],
      [BOB, { ...STARTED, isBusy: true }],
    ])
    const candidates = [buildCandidate(1), buildCandidate(2)]
    const view = { watched: buildWatched(3, 6), candidates, states }
    const start = { kind: 'start', address: ALICE, candidate: candidates[0] }
    expect(listByChain(view)).toEqual([start, { kind: 'stop', address: CAROL, startId: 7 }])
    expect(listByChain({ ...view, isMirrorComplete: false })).toEqual([start])
    expect(listByChain({ ...view, watched: null })).toEqual([])
  })
})

describe('the plan of rechecks', () => {
  it('starts those of candidates that are not watched, and ends those without a cause', () => {
    const plan = planWatching([buildCandidate(1), buildCandidate(2)], buildWatched(2, 4))
    expect(plan.start.map(({ address }) => address)).toEqual([wallet(1)])
    expect(plan.end).toEqual([wallet(3)])
  })

  it('starts only as many as there are places, in their order', () => {
    const candidates = [5000, 5001, 5002].map((number) => buildCandidate(number))
    const watched = buildWatched(0, WATCH_CAPACITY - 2)
    const { start } = planWatching(candidates, watched)
    expect(start).toEqual(candidates.slice(0, 2))
  })

  it('ends those of the last voters when flagged ones have no place', () => {
    const voters = Array.from({ length: WATCH_CAPACITY }, (_, number) =>
      buildCandidate(number, 'voted'),
    )
    const candidates = [buildCandidate(9000), ...voters]
    const plan = planWatching(candidates, buildWatched(0, WATCH_CAPACITY))
    expect(plan).toEqual({ start: [], end: [wallet(WATCH_CAPACITY - 1)] })
    const flagged = candidates.map((candidate) => ({ ...candidate, kind: 'flagged' as const }))
    expect(planWatching(flagged, buildWatched(0, WATCH_CAPACITY)).end).toEqual([])
  })
})
