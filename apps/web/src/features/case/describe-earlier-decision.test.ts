import { expect, test } from 'vitest'
import { buildEntries, type EntryDraft } from '../../testing/build-entries.ts'
import { describeEarlierDecision } from './describe-earlier-decision.ts'

const inputs = (score: number): EntryDraft => ({ kind: 'inputs', details: { score } })

/** Describes the decision before the last entry of this kind. */
function describe(contents: EntryDraft[], kind: string) {
  const entries = buildEntries(contents)
  return describeEarlierDecision(entries, entries.findLast((entry) => entry.kind === kind)!)
}

test('an appeal against a flag shows the flag, its score, and what changed since', () => {
  const outcome: EntryDraft = { kind: 'appeal_outcome', details: { outcome: 'denied' } }
  const before: EntryDraft[] = [inputs(18), { kind: 'flag' }, { kind: 'owner_statement' }]
  const after: EntryDraft[] = [{ kind: 'vote' }, inputs(34.5), outcome]
  const earlier = describe([...before, { kind: 'appeal' }, ...after], 'appeal')
  expect(earlier?.decision).toMatch(
    /^The wallet was flagged on the chain: flag 4, because of a scam list, on .+, from a score of 18\.$/,
  )
  expect(earlier?.changes).toEqual([
    'The score was 18 then, and is 34.5 since.',
    expect.stringMatching(/^The owner made a statement, on /),
  ])
})

test('an appeal against a freeze shows the freeze that it names, with its votes', () => {
  const freeze = (proposalId: number, renewedAt: number): EntryDraft => ({
    kind: 'freeze',
    details: { number: 6, proposalId, since: 1, renewedAt },
  })
  const end = (proposalId: number, votesFor: number): EntryDraft => ({
    kind: 'voting_end',
    details: { proposalId, votesFor, votesAgainst: 1 },
  })
  const appeal: EntryDraft = { kind: 'appeal', details: { against: 'freeze', number: 6 } }
  const contents = [end(3, 5), freeze(3, 1), end(4, 4), freeze(4, 2), appeal]
  expect(describe(contents, 'appeal')).toEqual({
    decision: expect.stringMatching(
      /^Freeze 6 was renewed by proposal #4, on .+, after 4 votes For and 1 Against\.$/,
    ),
    changes: [],
  })
})

test.each<[EntryDraft[], string]>([
  [[{ kind: 'flag' }, { kind: 'appeal' }], 'flag'],
  [[{ kind: 'appeal' }], 'appeal'],
  [[{ kind: 'flag', details: { number: 5 } }, { kind: 'appeal' }], 'appeal'],
])('of %j the entry %s has no earlier decision', (contents, kind) => {
  expect(describe(contents, kind)).toBeNull()
})
