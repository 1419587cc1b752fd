import type { VoteHealth } from '@app/api/schemas/proposal.ts'
import { expect, test } from 'vitest'
import { describeVoteHealth } from './vote-details.tsx'

const SOURCE = '0x179b6b1cb6755e31'

const health: VoteHealth = {
  voters: 4,
  sharedFunding: [],
  unknownFunding: 0,
  newVoters: 0,
  paidByProposer: 0,
  concentration: { proposals: 1, votes: 4, voters: 4, topThreeShare: 0.75 },
}

const describe = (change: Partial<VoteHealth>) => describeVoteHealth({ ...health, ...change })

test('nothing is said before the first vote', () => {
  expect(describe({ voters: 0 })).toEqual([])
})

test('voters without anything in common are described as such', () => {
  expect(describe({}).map(({ text }) => text)).toEqual([
    'No two voters are known to share a source of their first FLOW; services do not count.',
    'None of 4 voters could vote for less than a day when they voted.',
    'None of 4 voters ever received a payment of the proposer.',
  ])
})

test('a shared source is named, and what is unknown is called so', () => {
  const facts = describe({
    sharedFunding: [{ source: SOURCE, voters: 3 }],
    unknownFunding: 1,
    newVoters: 2,
    paidByProposer: 1,
    concentration: { proposals: 10, votes: 23, voters: 7, topThreeShare: 0.652 },
  })
  expect(facts).toEqual([
    { text: '3 of 4 voters got their first FLOW from', address: SOURCE },
    { text: 'Where 1 of 4 voters got their first FLOW is unknown.' },
    { text: '2 of 4 voters could vote for less than a day when they voted.' },
    { text: '1 of 4 voters ever received a payment of the proposer.' },
    {
      text: 'On the last 10 proposals, 7 wallets cast 23 votes; the three most frequent cast 65% of them.',
    },
  ])
})

test('the share of three is left out where there are no more', () => {
  const concentration = { proposals: 2, votes: 4, voters: 3, topThreeShare: 1 }
  const last = describe({ concentration }).at(-1)
  expect(last?.text).toBe('On the last 2 proposals, 3 wallets cast 4 votes.')
})

test('voters of unknown funding are not said to have different sources', () => {
  const texts = describe({ unknownFunding: 3 }).map(({ text }) => text)
  expect(texts[0]).toBe('Where 3 of 4 voters got their first FLOW is unknown.')
})
