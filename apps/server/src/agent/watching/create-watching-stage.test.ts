import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { describe, expect, it } from 'vitest'
import { planWatching, WATCH_CAPACITY } from './create-watching-stage.ts'
import type { WatchCandidate } from './read-watch-reasons.ts'

const wallet = (number: number) => computeAddressAtIndex(1000 + number, 'local')

const buildCandidate = (
  number: number,
  kind: WatchCandidate['kind'] = 'flagged',
): WatchCandidate => ({ address: wallet(number), kind, since: number, proposalId: null })

const buildWatched = (from: number, to: number) =>
  new Set(Array.from({ length: to - from }, (_, index) => wallet(from + index)))

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

  it('keeps outranked voters while there are places for all', () => {
    const voters = Array.from({ length: WATCH_CAPACITY + 1 }, (_, number) =>
      buildCandidate(number, 'voted'),
    )
    const all = new Set(voters.slice(1).map(({ address }) => address))
    expect(planWatching(voters, all).end).toEqual([wallet(WATCH_CAPACITY)])
    all.add(wallet(0))
    all.delete(wallet(1))
    all.delete(wallet(2))
    expect(planWatching(voters.slice(2), all)).toEqual({
      start: [buildCandidate(2, 'voted')],
      end: [wallet(0)],
    })
  })
})
