import { CASE_ENTRY_KINDS } from '@app/api/schemas/case.ts'
import { SAMPLE_STATEMENT } from '@app/api/testing/sample-statement.ts'
import { expect, test } from 'vitest'
import { buildContent, type EntryDraft } from '../../testing/build-entries.ts'
import { describeAuthor, describeEntry, findStatement, getEntryTone } from './describe-entry.ts'

const EXAMPLES = [
  [
    { kind: 'inputs', details: { score: 18.24, version: '12' } },
    'The score was computed: 18.2 of 100, version 12',
  ],
  [
    { kind: 'warning', details: { reasonCode: 'keys' } },
    'The wallet was warned about, because of a change of its keys or contracts (reason code: keys)',
  ],
  [
    { kind: 'flag', details: { number: 4, reasonCode: 'listed' } },
    'The wallet was flagged on the chain: flag 4, because of a scam list (reason code: listed)',
  ],
  [
    { kind: 'proposal', details: { proposalId: 7, action: 'freeze' } },
    'Proposal #7 to freeze was opened',
  ],
  [
    { kind: 'proposal', details: { proposalId: 8, action: 'unfreeze', isAppeal: true } },
    'Proposal #8 to unfreeze was opened: the vote on the appeal',
  ],
  [
    { kind: 'vote', details: { proposalId: 7, support: false, score: 71 } },
    'A vote Against proposal #7, with a score of 71',
  ],
  [
    {
      kind: 'voting_end',
      details: { proposalId: 7, result: 'expired', votesFor: 1, votesAgainst: 0 },
    },
    'Voting on proposal #7 ended: too few votes, 1 For and 0 Against',
  ],
  [
    {
      kind: 'proposal',
      details: { proposalId: 8, action: 'unfreeze', isAppeal: true, title: 'Lift flag 4 of 0x07' },
    },
    'Proposal #8 to lift the flag was opened: the vote on the appeal',
  ],
  [
    { kind: 'execution', details: { proposalId: 7, action: 'freeze' } },
    'Proposal #7 to freeze was executed',
  ],
  [
    { kind: 'execution', details: { proposalId: 8, action: 'unfreeze' } },
    'Proposal #8 was executed',
  ],
  [
    { kind: 'freeze', details: { number: 1, proposalId: 7, since: 5, renewedAt: 5 } },
    'The wallet was frozen by proposal #7: freeze 1',
  ],
  [
    { kind: 'freeze_end', details: { number: 1, cause: 'lapsed', endedAt: 9 } },
    'Freeze 1 ended: nothing holds it any more',
  ],
  [
    { kind: 'appeal', details: { appealId: 2, against: 'flag', number: 4 } },
    'The owner appealed against flag 4: appeal #2',
  ],
  [
    { kind: 'appeal_outcome', details: { appealId: 2, outcome: 'upheld' } },
    'Appeal #2 ended: upheld, the owner was right',
  ],
  [
    { kind: 'appeal_outcome', details: { appealId: 2, outcome: 'undecided' } },
    'Appeal #2 ended: undecided, too few votes in 24 hours',
  ],
  [
    { kind: 'appeal_outcome', details: { appealId: 2, outcome: 'void' } },
    'Appeal #2 ended: without outcome, because what it was against ended otherwise',
  ],
  [{ kind: 'owner_statement', details: { sequence: 1 } }, 'The owner made a statement'],
  [
    { kind: 'lift', details: { cause: 'recheck' } },
    'What stood against the wallet was lifted: a recheck no longer supports it',
  ],
  [
    { kind: 'clearance', details: { cause: 'recheck' } },
    'The agent withdrew the accusation: a recheck no longer supports it',
  ],
] as const satisfies [EntryDraft, string][]

test.each(EXAMPLES)('an entry $0.kind is described in plain words', (draft, text) =>
  expect(describeEntry(buildContent(draft))).toBe(text),
)

test('an entry says by its statement what an old code rested on', () => {
  const statement = {
    ...SAMPLE_STATEMENT,
    reasons: [
      {
        factor: 'knownScamInteract',
        code: 'payment_hop_0',
        headline: 'Paid listed accounts',
        text: 'Half of what it sent went to listed accounts',
        points: -14,
        evidence: [],
      },
    ],
    evidenceKinds: ['listed'],
  }
  const text = JSON.stringify(statement)
  const describe = (reasonCode: string, said: string | null) =>
    describeEntry({ ...buildContent({ kind: 'warning', details: { reasonCode } }), text: said })
  expect(describe('listed', text)).toBe(
    'The wallet was warned about, because of money to a listed account (reason code: listed)',
  )
  expect(describe('contact', null)).toBe(
    'The wallet was warned about, because of money from or to a listed account (reason code: contact)',
  )
})

test('every kind of entry has an example', () =>
  expect(new Set(EXAMPLES.map(([{ kind }]) => kind))).toEqual(new Set(CASE_ENTRY_KINDS)))

test('a renewal is no new freeze, and a freeze that a vote ended did not lapse', () => {
  const renewal = {
    kind: 'freeze',
    details: { number: 1, proposalId: 8, since: 5, renewedAt: 6 },
  } as const
  expect(describeEntry(buildContent(renewal))).toBe('Freeze 1 was renewed by proposal #8')
  const end = { kind: 'freeze_end', details: { number: 1, cause: 'vote' } } as const
  expect(describeEntry(buildContent(end))).toBe('Freeze 1 was ended by a vote')
})

test('what is against the wallet is red, what ends it green', () => {
  const getTone = (draft: EntryDraft) => getEntryTone(buildContent(draft), 'accusation')
  expect(getTone({ kind: 'flag' })).toBe('bad')
  expect(getTone({ kind: 'clearance' })).toBe('good')
  expect(getTone({ kind: 'appeal_outcome', details: { outcome: 'denied' } })).toBe('bad')
  expect(getTone({ kind: 'appeal_outcome', details: { outcome: 'undecided' } })).toBe('neutral')
  expect(getTone({ kind: 'appeal_outcome', details: { outcome: 'void' } })).toBe('neutral')
})

test('a freeze without an accusation is not against the wallet', () => {
  const freeze = buildContent({ kind: 'freeze' })
  expect(getEntryTone(freeze, 'freeze')).toBe('info')
  expect(getEntryTone(freeze, 'accusation')).toBe('bad')
})

test('what no account did by itself was the formula, the signers or the rules', () => {
  expect(describeAuthor({ kind: 'inputs' })).toBe('by the published formula')
  expect(describeAuthor({ kind: 'execution' })).toBe('by the signers of the DAO')
  expect(describeAuthor({ kind: 'voting_end' })).toBe('by the rules')
})

test('a text is a statement of reasons only with its shape', () => {
  expect(findStatement(JSON.stringify(SAMPLE_STATEMENT))).toEqual(SAMPLE_STATEMENT)
  expect(findStatement('{"score":18.2}')).toBeNull()
  expect(findStatement('It is not me')).toBeNull()
})
