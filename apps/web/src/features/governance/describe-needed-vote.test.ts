import type { NeededVote } from '@app/api/schemas/proposal.ts'
import { expect, test } from 'vitest'
import {
  describeNeededVote,
  groupNeededVotes,
  sortNeededVotes,
  splitByOwnVote,
} from './describe-needed-vote.ts'

const END = Date.UTC(2026, 2, 10, 12) / 1000

const build = (change: Partial<NeededVote>): NeededVote => ({
  rank: 'voter',
  ...{ id: 1, title: 'Freeze 0x07', topic: 'freeze', votingEndsAt: END },
  ...{ secondsLeft: 3600, mayVote: true, votesNeeded: 2, text: '2 more votes needed', ...change },
})

test.each<[Partial<NeededVote>, string]>([
  [{}, 'You may vote.'],
  [{ reason: 'Voting publishes first.' }, 'You may vote. Voting publishes first.'],
  [{ ownVote: 'against' }, 'You voted Against. A new vote replaces it.'],
  [
    { mayVote: false, reason: 'Your records are new.', mayVoteFrom: END - 60 },
    'Your records are new. You may vote from 10 Mar 2026, 11:59 UTC at the earliest.',
  ],
  [
    { mayVote: false, mayVoteFrom: END },
    'You may not vote on this proposal. You may vote from 10 Mar 2026, 12:00 UTC at the earliest, after this voting has ended.',
  ],
])('with %j the wallet is told what it may do', (change, text) => {
  expect(describeNeededVote(build(change)).join(' ')).toBe(text)
})

test('votes that are needed come first, the most urgent one at the top', () => {
  const votes = [
    build({ id: 1, mayVote: false }),
    build({ id: 2, ownVote: 'for', votingEndsAt: END - 9 }),
    build({ id: 3, votingEndsAt: END + 5 }),
    build({ id: 4 }),
  ]
  expect(sortNeededVotes(votes).map(({ id }) => id)).toEqual([4, 3, 2, 1])
})

test('votes on one topic stand together', () => {
  const votes = [build({ id: 4, topic: 'a' }), build({ id: 3 }), build({ id: 2, topic: 'a' })]
  const groups = groupNeededVotes(votes).map((group) => group.map(({ id }) => id))
  expect(groups).toEqual([[4, 2], [3]])
})

test('votes that are cast stand apart', () => {
  const votes = [
    build({ id: 1, ownVote: 'for' }),
    build({ id: 2 }),
    build({ id: 3, mayVote: false }),
  ]
  const split = splitByOwnVote(votes).map((part) => part.map(({ id }) => id))
  expect(split).toEqual([[1], [2, 3]])
})
