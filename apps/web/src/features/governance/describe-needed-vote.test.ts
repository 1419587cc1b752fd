import type { NeededVote } from '@app/api/schemas/proposal.ts'
import { expect, test } from 'vitest'
import { describeNeededVote, groupNeededVotes, sortNeededVotes } from './describe-needed-vote.ts'

const END = Date.UTC(2026, 2, 10, 12) / 1000

const buildVote = (change: Partial<NeededVote> = {}): NeededVote => ({
  id: 1,
  title: 'Freeze 0x179b6b1cb6755e31',
  topic: 'freeze 0x179b6b1cb6755e31 0',
  rank: 'voter',
  votingEndsAt: END,
  secondsLeft: 3600,
  mayVote: true,
  votesNeeded: 2,
  text: '2 more votes needed',
  ...change,
})

test('a wallet that may vote is told so', () => {
  expect(describeNeededVote(buildVote())).toEqual(['You may vote.'])
})

test('a wallet that may vote is told what voting does first', () => {
  const reason = 'Voting publishes its current score first.'
  expect(describeNeededVote(buildVote({ reason }))).toEqual(['You may vote.', reason])
})

test('its own vote is shown, and that another one replaces it', () => {
  const vote = buildVote({ ownVote: 'against' })
  expect(describeNeededVote(vote)).toEqual(['You voted Against.', 'A new vote replaces it.'])
})

test('a wallet that may not vote is told why, and from when it may', () => {
  const reason = 'Your records stand for 6 of 7 days.'
  const [why, from] = describeNeededVote(
    buildVote({ mayVote: false, reason, mayVoteFrom: END - 1 }),
  )
  expect(why).toBe(reason)
  expect(from).toMatch(/^You may vote from .*2026.*\.$/)
  expect(from).not.toContain('ended')
})

test('a start after the end of the voting is said to be too late', () => {
  const texts = describeNeededVote(buildVote({ mayVote: false, mayVoteFrom: END }))
  expect(texts[0]).toBe('You may not vote on this proposal.')
  expect(texts[1]).toMatch(/, after this voting has ended\.$/)
})

test('votes that are needed come first, the most urgent one at the top', () => {
  const votes = [
    buildVote({ id: 1, mayVote: false }),
    buildVote({ id: 2, ownVote: 'for', votingEndsAt: END - 9 }),
    buildVote({ id: 3, votingEndsAt: END + 5 }),
    buildVote({ id: 4 }),
  ]
  expect(sortNeededVotes(votes).map(({ id }) => id)).toEqual([4, 3, 2, 1])
})

test('votes on one topic stand together', () => {
  const votes = [
    buildVote({ id: 4, topic: 'unfreeze 0x179b6b1cb6755e31 3' }),
    buildVote({ id: 3 }),
    buildVote({ id: 2, topic: 'unfreeze 0x179b6b1cb6755e31 3' }),
  ]
  const groups = groupNeededVotes(votes)
  expect(groups.map((group) => group.map(({ id }) => id))).toEqual([[4, 2], [3]])
})
