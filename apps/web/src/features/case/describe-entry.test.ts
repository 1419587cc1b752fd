import { CASE_ENTRY_KINDS } from '@app/api/schemas/case.ts'
import { SAMPLE_REASON, SAMPLE_STATEMENT } from '@app/api/testing/sample-statement.ts'
import { expect, test } from 'vitest'
import { buildContent, type EntryDraft } from '../../testing/build-entries.ts'
import { describeAuthor, describeEntry, findStatement, getEntryTone } from './describe-entry.ts'

const EXAMPLES: [EntryDraft, string][] = [
  [{ kind: 'inputs' }, 'The score was computed: 18 of 100, version 12'],
  [
    { kind: 'warning' },
    'The wallet was warned about, because of a change of its keys or contracts',
  ],
  [{ kind: 'flag' }, 'The wallet was flagged on the chain: flag 4, because of a scam list'],
  [{ kind: 'proposal' }, 'Proposal #7 to freeze was opened'],
  [
    { kind: 'proposal', details: { action: 'unfreeze', isAppeal: true } },
    'Proposal #7 to unfreeze was opened: the vote on the appeal',
  ],
  [
    { kind: 'proposal', details: { action: 'unfreeze', title: 'Lift flag 4 of 0x07' } },
    'Proposal #7 to lift the flag was opened',
  ],
  [{ kind: 'vote', details: { support: false } }, 'A vote Against proposal #7, with a score of 71'],
  [
    { kind: 'voting_end', details: { result: 'expired', votesFor: 1 } },
    'Voting on proposal #7 ended: too few votes, 1 For and 0 Against',
  ],
  [{ kind: 'execution' }, 'Proposal #7 to freeze was executed'],
  [{ kind: 'execution', details: { action: 'unfreeze' } }, 'Proposal #7 was executed'],
  [{ kind: 'freeze' }, 'The wallet was frozen by proposal #7: freeze 1'],
  [
    { kind: 'freeze', details: { proposalId: 8, since: 5, renewedAt: 6 } },
    'Freeze 1 was renewed by proposal #8',
  ],
  [{ kind: 'freeze_end' }, 'Freeze 1 ended: nothing holds it any more'],
  [{ kind: 'freeze_end', details: { cause: 'vote' } }, 'Freeze 1 was ended by a vote'],
  [{ kind: 'appeal' }, 'The owner appealed against flag 4: appeal #2'],
  [{ kind: 'appeal_outcome' }, 'Appeal #2 ended: upheld, the owner was right'],
  [
    { kind: 'appeal_outcome', details: { outcome: 'undecided' } },
    'Appeal #2 ended: undecided, too few votes in 24 hours',
  ],
  [
    { kind: 'appeal_outcome', details: { outcome: 'void' } },
    'Appeal #2 ended: without outcome, because what it was against ended otherwise',
  ],
  [{ kind: 'owner_statement' }, 'The owner made a statement'],
  [{ kind: 'lift' }, 'What stood against the wallet was lifted: a recheck no longer supports it'],
  [{ kind: 'clearance' }, 'The agent withdrew the accusation: a recheck no longer supports it'],
]

test.each(EXAMPLES)('the entry %j is described in plain words', (draft, text) =>
  expect(describeEntry(buildContent(draft))).toBe(text),
)

test('every kind of entry has an example', () =>
  expect(new Set(EXAMPLES.map(([{ kind }]) => kind))).toEqual(new Set(CASE_ENTRY_KINDS)))

test('an entry says by its statement what an old code rested on', () => {
  const reasons = [{ ...SAMPLE_REASON, code: 'payment_hop_0' }]
  const text = JSON.stringify({ ...SAMPLE_STATEMENT, reasons, evidenceKinds: ['listed'] })
  const content = buildContent({ kind: 'warning', details: { reasonCode: 'listed' } })
  expect(describeEntry({ ...content, text })).toBe(
    'The wallet was warned about, because of money to a listed account',
  )
})

test.each<[EntryDraft, string]>([
  [{ kind: 'flag' }, 'bad'],
  [{ kind: 'freeze' }, 'bad'],
  [{ kind: 'clearance' }, 'good'],
  [{ kind: 'appeal_outcome', details: { outcome: 'denied' } }, 'bad'],
  [{ kind: 'appeal_outcome', details: { outcome: 'void' } }, 'neutral'],
])('in the case of an accusation, %j is %s', (draft, tone) => {
  expect(getEntryTone(buildContent(draft), 'accusation')).toBe(tone)
})

test('a freeze without an accusation is not against the wallet', () => {
  expect(getEntryTone(buildContent({ kind: 'freeze' }), 'freeze')).toBe('info')
})

test('what no account did by itself was the formula, the signers or the rules', () => {
  const kinds = ['inputs', 'execution', 'voting_end'] as const
  expect(kinds.map((kind) => describeAuthor({ kind }))).toEqual([
    'by the published formula',
    'by the signers of the DAO',
    'by the rules',
  ])
})

test('a text is a statement of reasons only with its shape', () => {
  expect(findStatement(JSON.stringify(SAMPLE_STATEMENT))).toEqual(SAMPLE_STATEMENT)
  expect(findStatement('{"score":18.2}')).toBeNull()
  expect(findStatement('It is not me')).toBeNull()
})
