import { CASE_ENTRY_KINDS, type CaseEntry } from '@app/api/schemas/case/case-file.ts'
import { expect, test } from 'vitest'
import { describeAuthor, describeEntry, getEntryTone } from './describe-entry.ts'

const EXAMPLES: [CaseEntry['kind'], CaseEntry['details'], string][] = [
  ['inputs', { score: 18.24, version: '12' }, 'The score was computed: 18.2 of 100, version 12'],
  [
    'warning',
    { reasonCode: 'keys' },
    'The wallet was warned about, because of a change of its keys or contracts (reason code: keys)',
  ],
  [
    'flag',
    { number: 4, reasonCode: 'listed' },
    'The wallet was flagged on the chain: flag 4, because of a scam list (reason code: listed)',
  ],
  ['proposal', { proposalId: 7, action: 'freeze' }, 'Proposal #7 to freeze was opened'],
  [
    'proposal',
    { proposalId: 8, action: 'unfreeze', isAppeal: true },
    'Proposal #8 to unfreeze was opened: the vote on the appeal',
  ],
  [
    'vote',
    { proposalId: 7, support: false, score: 71 },
    'A vote Against proposal #7, with a score of 71',
  ],
  [
    'voting_end',
    { proposalId: 7, result: 'expired', votesFor: 1, votesAgainst: 0 },
    'Voting on proposal #7 ended: too few votes, 1 For and 0 Against',
  ],
  ['execution', { proposalId: 7, action: 'freeze' }, 'Proposal #7 to freeze was executed'],
  [
    'freeze',
    { number: 1, proposalId: 7, since: 5, renewedAt: 5 },
    'The wallet was frozen by proposal #7: freeze 1',
  ],
  [
    'freeze_end',
    { number: 1, cause: 'lapsed', endedAt: 9 },
    'Freeze 1 ended: nothing holds it any more',
  ],
  [
    'appeal',
    { appealId: 2, against: 'flag', number: 4 },
    'The owner appealed against flag 4: appeal #2',
  ],
  [
    'appeal_outcome',
    { appealId: 2, outcome: 'upheld' },
    'Appeal #2 ended: upheld, the owner was right',
  ],
  [
    'appeal_outcome',
    { appealId: 2, outcome: 'undecided' },
    'Appeal #2 ended: undecided, too few votes in 24 hours',
  ],
  [
    'appeal_outcome',
    { appealId: 2, outcome: 'void' },
    'Appeal #2 ended: without outcome, because what it was against ended otherwise',
  ],
  ['owner_statement', { sequence: 1 }, 'The owner made a statement'],
  [
    'lift',
    { cause: 'recheck' },
    'What stood against the wallet was lifted: a recheck no longer supports it',
  ],
  [
    'clearance',
    { cause: 'recheck' },
    'The agent withdrew the accusation: a recheck no longer supports it',
  ],
]

test.each(EXAMPLES)('an entry %s is described in plain words', (kind, details, text) =>
  expect(describeEntry({ kind, details })).toBe(text),
)

test('every kind of entry has an example', () =>
  expect(new Set(EXAMPLES.map(([kind]) => kind))).toEqual(new Set(CASE_ENTRY_KINDS)))

test('a renewal is no new freeze, and a freeze that a vote ended did not lapse', () => {
  const renewal = {
    kind: 'freeze',
    details: { number: 1, proposalId: 8, since: 5, renewedAt: 6 },
  } as const
  expect(describeEntry(renewal)).toBe('Freeze 1 was renewed by proposal #8')
  const end = { kind: 'freeze_end', details: { number: 1, cause: 'vote' } } as const
  expect(describeEntry(end)).toBe('Freeze 1 was ended by a vote')
})

test('what is against the wallet is red, what ends it green', () => {
  const getTone = (entry: Parameters<typeof getEntryTone>[0]) => getEntryTone(entry, 'accusation')
  expect(getTone({ kind: 'flag', details: {} })).toBe('bad')
  expect(getTone({ kind: 'clearance', details: {} })).toBe('good')
  expect(getTone({ kind: 'appeal_outcome', details: { outcome: 'denied' } })).toBe('bad')
  expect(getTone({ kind: 'appeal_outcome', details: { outcome: 'undecided' } })).toBe('neutral')
  expect(getTone({ kind: 'appeal_outcome', details: { outcome: 'void' } })).toBe('neutral')
})

test('a freeze without an accusation is not against the wallet', () => {
  const freeze = { kind: 'freeze', details: {} } as const
  expect(getEntryTone(freeze, 'freeze')).toBe('info')
  expect(getEntryTone(freeze, 'accusation')).toBe('bad')
})

test('what no account did by itself was the formula, the signers or the rules', () => {
  expect(describeAuthor({ kind: 'inputs' })).toBe('by the published formula')
  expect(describeAuthor({ kind: 'execution' })).toBe('by the signers of the DAO')
  expect(describeAuthor({ kind: 'voting_end' })).toBe('by the rules')
})
