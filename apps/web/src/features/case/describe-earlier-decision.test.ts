import { expect, test } from 'vitest'
import { buildEntries } from '../../testing/build-entries.ts'
import { describeEarlierDecision } from './describe-earlier-decision.ts'

const inputs = (score: number) => ({ kind: 'inputs', details: { score, version: '12' } }) as const
const flag = { kind: 'flag', details: { number: 4, reasonCode: 'listed' } } as const
const statement = { kind: 'owner_statement', details: { sequence: 1 } } as const
const vote = { kind: 'vote', details: { proposalId: 9, support: true } } as const
const appeal = {
  kind: 'appeal',
  details: { appealId: 2, against: 'flag', number: 4 },
} as const
const outcome = { kind: 'appeal_outcome', details: { appealId: 2, outcome: 'denied' } } as const

/** Describes the decision before the last entry of this kind. */
function describe(contents: Parameters<typeof buildEntries>[0], kind: string) {
  const entries = buildEntries(contents)
  return describeEarlierDecision(entries, entries.findLast((entry) => entry.kind === kind)!)
}

test('an appeal against a flag shows the flag, its score, and what changed since', () => {
  const contents = [inputs(18), flag, statement, appeal, vote, inputs(34.5), outcome]
  const earlier = describe(contents, 'appeal')
  expect(earlier?.decision).toMatch(
    /^The wallet was flagged on the chain: flag 4, because of a scam list \(reason code: listed\), on .+, from a score of 18\.$/,
  )
  expect(earlier?.changes).toEqual([
    'The score was 18 then, and is 34.5 since.',
    expect.stringMatching(/^The owner made a statement, on /),
  ])
})

test('an appeal against a freeze shows the freeze that it names, with its votes', () => {
  const freeze = (proposalId: number, renewedAt: number) =>
    ({ kind: 'freeze', details: { number: 6, proposalId, since: 1, renewedAt } }) as const
  const end = (proposalId: number, votesFor: number) =>
    ({
      kind: 'voting_end',
      details: { proposalId, result: 'approved', votesFor, votesAgainst: 1 },
    }) as const
  const details = { appealId: 2, against: 'freeze', number: 6 } as const
  const contents = [
    end(3, 5),
    freeze(3, 1),
    end(4, 4),
    freeze(4, 2),
    { kind: 'appeal', details } as const,
  ]
  const earlier = describe(contents, 'appeal')
  expect(earlier?.decision).toMatch(
    /^Freeze 6 was renewed by proposal #4, on .+, after 4 votes For and 1 Against\.$/,
  )
  expect(earlier?.changes).toEqual([])
})

test('other entries, and an appeal whose decision is not in the case, have none', () => {
  expect(describe([flag, appeal], 'flag')).toBeNull()
  expect(describe([appeal], 'appeal')).toBeNull()
  const another = { kind: 'flag', details: { number: 5, reasonCode: 'listed' } } as const
  expect(describe([another, appeal], 'appeal')).toBeNull()
})
