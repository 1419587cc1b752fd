import type { VoteHealth } from '@app/api/schemas/proposal.ts'
import { expect, test } from 'vitest'
import { describeVoteHealth } from './vote-details.tsx'

const source = '0x179b6b1cb6755e31'
const concentration = { proposals: 1, votes: 4, voters: 4, topThreeShare: 0.75 }
const health: VoteHealth = {
  ...{ voters: 4, sharedFunding: [], unknownFunding: 0, newVoters: 0, paidByProposer: 0 },
  concentration,
}

test.each<Partial<VoteHealth>>([
  {},
  { voters: 0 },
  { unknownFunding: 3 },
  { concentration: { proposals: 2, votes: 4, voters: 3, topThreeShare: 1 } },
  { concentration: { proposals: 10, votes: 22, voters: 9, topThreeShare: 0.5 } },
])('nothing is said of voters with %j', (change) => {
  expect(describeVoteHealth({ ...health, ...change })).toEqual([])
})

test('a shared source is named, and new, paid and very frequent voters are counted', () => {
  const facts = describeVoteHealth({
    ...{ ...health, sharedFunding: [{ source, voters: 3 }], newVoters: 2, paidByProposer: 1 },
    concentration: { proposals: 10, votes: 23, voters: 7, topThreeShare: 0.652 },
  })
  const frequent =
    'On the last 10 proposals, 7 wallets cast 23 votes; the three most frequent cast 65% of them.'
  expect(facts).toEqual([
    { text: '3 of 4 voters got their first FLOW from', address: source },
    { text: '2 of 4 voters could vote for less than a day when they voted.' },
    { text: '1 of 4 voters ever received a payment of the proposer.' },
    { text: frequent },
  ])
})
