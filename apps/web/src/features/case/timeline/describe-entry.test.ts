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
    { reasonCode: 'listed' },
    'The wallet was flagged on the chain, because of a scam list (reason code: listed)',
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
    'The wallet was frozen by proposal #7',
  ],
  ['freeze_end', { number: 1, cause: 'lapsed', endedAt: 9 }, 'The freeze ended: its time was over'],
  ['appeal', { appealId: 2, against: 'flag' }, 'The owner appealed against the flag: appeal #2'],
  [
    'second_proposal',
    { appealId: 2, proposalId: 9 },
    'The owner opened a second vote on appeal #2: proposal #9',
  ],
  [
    'appeal_outcome',
    { appealId: 2, outcome: 'upheld' },
    'Appeal #2 ended: upheld, the owner was right',
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
  const renewal = { kind: 'freeze', details: { proposalId: 8, since: 5, renewedAt: 6 } } as const
  expect(describeEntry(renewal)).toBe('The freeze was renewed by proposal #8')
  const end = { kind: 'freeze_end', details: { cause: 'vote' } } as const
  expect(describeEntry(end)).toBe('The freeze was ended by a vote')
})

test('what is against the wallet is red, what ends it green', () => {
  const getTone = (entry: Parameters<typeof getEntryTone>[0]) => getEntryTone(entry, 'accusation')
  expect(getTone({ kind: 'flag', details: {} })).toBe('bad')
  expect(getTone({ kind: 'clearance', details: {} })).toBe('good')
  expect(getTone({ kind: 'appeal_outcome', details: { outcome: 'denied' } })).toBe('bad')
  expect(getTone({ kind: 'appeal_outcome', details: { outcome: 'undecided' } })).toBe('good')
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
