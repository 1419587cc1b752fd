import type { CaseEntry, CaseFile } from '@app/api/schemas/case/case-file.ts'
import { toCanonicalJson } from '@app/score/canonical/canonical-json.ts'
import { describe, expect, it } from 'vitest'
import {
  ANN,
  BEN,
  buildSampleCase,
  OWNER_TEXT,
  relink,
  STATEMENT_TEXT,
} from '../testing/build-sample-case.ts'
import { forgeCase, forgeLinkedCase, getEntry, verifyCaseAlone } from '../testing/forge-case.ts'
import { sha256 } from './hash-case-entry.ts'
import { parseCaseFile } from './read-case-file.ts'
import { listUncheckedClaims } from './verify-case.ts'

type Change = (file: CaseFile) => void

it('the sample agrees', async () => {
  const file = parseCaseFile('the sample', buildSampleCase())
  expect(await verifyCaseAlone(file)).toEqual({ wrong: null, undecided: [], noted: [] })
})

const setText = (entry: CaseEntry, text: string) =>
  Object.assign(entry, { text, textHash: sha256(text) })

function remove(file: CaseFile, ...entries: CaseEntry[]) {
  file.entries = file.entries.filter((entry) => !entries.includes(entry))
}

/** Changes the statement everywhere that the file has it. */
function restate(file: CaseFile, change: (statement: NonNullable<CaseFile['statement']>) => void) {
  const statement = JSON.parse(STATEMENT_TEXT)
  change(statement)
  file.statement = statement
  for (const kind of ['warning', 'flag'] as const) {
    setText(getEntry(file, kind), toCanonicalJson(statement))
  }
}

const EDITED: [string, Change, string][] = [
  [
    'a changed detail',
    (file) => Object.assign(getEntry(file, 'vote').details, { score: 90 }),
    'entries[4].hash should be',
  ],
  [
    'a changed author',
    (file) => Object.assign(getEntry(file, 'warning'), { by: BEN }),
    'entries[1].hash should be',
  ],
  [
    'a swapped text',
    (file) => Object.assign(getEntry(file, 'owner_statement'), { text: 'I confess.' }),
    'text should be a text with the SHA-256',
  ],
  [
    'a missing text without a reason',
    (file) => Object.assign(getEntry(file, 'owner_statement'), { text: null }),
    'text should be the text, or a reason why it is withheld, but is null',
  ],
  [
    'a text that is shown and called withheld',
    (file) =>
      Object.assign(getEntry(file, 'owner_statement'), {
        withheld: { at: '2026-03-01T12:00:00.000Z', reason: 'x' },
      }),
    'text should be null, because it is withheld',
  ],
  [
    'an entry left out',
    (file) => remove(file, getEntry(file, 'vote')),
    'entries[4].number should be 5, but is 6',
  ],
  [
    'entries in another order',
    (file) => file.entries.splice(4, 2, ...file.entries.slice(4, 6).reverse()),
    'entries[4].number should be 5, but is 6',
  ],
  ['another head', (file) => Object.assign(file, { headHash: 'a'.repeat(64) }), 'headHash should'],
  ['another count', (file) => Object.assign(file, { entryCount: 5 }), 'entryCount should be 33'],
  ['another case', (file) => Object.assign(file, { caseId: 'bob-1' }), 'entries[0].hash should be'],
  ['no entries', (file) => Object.assign(file, { entries: [] }), 'entries should be at least one'],
]

describe('an edited file is wrong with', () => {
  it.each(EDITED)('%s', async (_, change, sentence) => {
    expect((await verifyCaseAlone(forgeCase(change))).wrong).toContain(sentence)
  })
})

const RECORD: [string, Change, string][] = [
  [
    'another network',
    (file) => Object.assign(file, { network: 'testnet' }),
    'address should be an',
  ],
  [
    'another contract',
    (file) => Object.assign(file, { contract: '0x01cf0e2f2f715450' }),
    'contract should be "0xf8d6e0586b0a20c7"',
  ],
  [
    'a time that goes backwards',
    (file) => Object.assign(getEntry(file, 'flag'), { at: '2025-01-01T00:00:00.000Z' }),
    'or later, as the entry before it',
  ],
  [
    'an outcome before it happened',
    (file) => Object.assign(getEntry(file, 'freeze_end').details, { endedAt: 1_999_999_999 }),
    'or later, when it happened',
  ],
  [
    'details of another kind',
    (file) => Object.assign(getEntry(file, 'vote'), { details: { cause: 'recheck' } }),
    'entries[4].details should be as in every vote',
  ],
  [
    'a detail that its kind does not have',
    (file) => Object.assign(getEntry(file, 'vote').details, { note: 'paid' }),
    'entries[4].details.note should be unknown to entries of the kind vote',
  ],
  [
    'a text where none belongs',
    (file) => setText(getEntry(file, 'vote'), 'I hate her.'),
    'textHash should be null for a vote',
  ],
]

const REASONS: [string, Change, string][] = [
  [
    'a statement with a nicer score',
    (file) => restate(file, (statement) => Object.assign(statement, { score: 12 })),
    'entries[1].text.score should be',
  ],
  [
    'a statement that leaves a reason out',
    (file) => restate(file, (statement) => statement.reasons.pop()),
    'entries[1].text.reasons',
  ],
  [
    'a statement that makes ordinary wallets look better',
    (file) => restate(file, (statement) => Object.assign(statement.ordinary, { asBad: 0 })),
    'entries[1].text.ordinary.asBad should be',
  ],
  [
    'a statement in another form',
    (file) => setText(getEntry(file, 'warning'), ` ${STATEMENT_TEXT}`),
    'entries[1].text should be a statement of reasons as canonical JSON',
  ],
  [
    'another statement beside the entries',
    (file) => Object.assign(file.statement ?? {}, { score: 12 }),
    'statement.score should be',
  ],
  [
    'a nicer score among the inputs',
    (file) => Object.assign(getEntry(file, 'inputs').details, { score: 12 }),
    'entries[0].details.score should be',
  ],
  [
    'a nicer score in the evidence too',
    (file) => {
      Object.assign(getEntry(file, 'inputs').details, { score: 12 })
      Object.assign(file.evidence[0] ?? {}, { score: 12 })
    },
    'evidence[0].score should be',
  ],
  [
    'other facts in the evidence',
    (file) => Object.assign(file.evidence[0]?.inputs.chain ?? {}, { completeness: 1 }),
    'evidence[0].evidenceHash should be',
  ],
  ['no evidence', (file) => Object.assign(file, { evidence: [] }), 'with the inputs of entries[0]'],
  [
    'evidence that no entry names',
    (file) => remove(file, getEntry(file, 'inputs')),
    'evidence[0].evidenceHash should be one that an entry',
  ],
  [
    'the evidence of another wallet',
    (file) => Object.assign(file.evidence[0] ?? {}, { address: ANN }),
    'evidence[0].address should be',
  ],
  [
    'a flag for another reason than that of its statement',
    (file) => Object.assign(getEntry(file, 'flag').details, { reasonCode: 'keys' }),
    'entries[2].details.reasonCode should be one of the kinds of evidence',
  ],
  [
    'a clearance of another case',
    (file) =>
      setText(
        getEntry(file, 'clearance'),
        getEntry(file, 'clearance').text?.replace('Case: alice-1', 'Case: bob-1') ?? '',
      ),
    'message.text should be the text of the entry',
  ],
  [
    'a clearance for another cause',
    (file) => Object.assign(getEntry(file, 'clearance').details, { cause: 'recheck' }),
    'text should be "Dharma Guard clearance',
  ],
]

const SIGNED: [string, Change, string][] = [
  [
    'a vote turned around',
    (file) => Object.assign(getEntry(file, 'vote', 1).details, { support: false }),
    'entries[5].message.text should be',
  ],
  [
    'a vote of somebody else',
    (file) => Object.assign(getEntry(file, 'vote', 1), { by: ANN }),
    'entries[5].message.text should be',
  ],
  [
    'a signed text to fit a vote that was turned around',
    (file) => {
      const vote = getEntry(file, 'vote', 1)
      Object.assign(vote.details, { support: false })
      const text = vote.message?.text.replace('Choice: for', 'Choice: against')
      Object.assign(vote.message ?? {}, { text })
    },
    'entries[5].message.signatures[0].signature should be a signature',
  ],
  [
    'a vote without a message',
    (file) => Object.assign(getEntry(file, 'vote', 1), { message: null }),
    'entries[5].message should be the message that',
  ],
  [
    'another statement of the owner',
    (file) => {
      setText(getEntry(file, 'owner_statement'), 'I confess.')
      Object.assign(file.ownerStatement ?? {}, { text: 'I confess.' })
    },
    'message.text should be',
  ],
  [
    'another reason of the appeal',
    (file) => {
      setText(getEntry(file, 'appeal'), 'I did it, and I am sorry.')
      setText(getEntry(file, 'proposal', 1), 'I did it, and I am sorry.')
    },
    'message.text should be "Dharma Guard appeal',
  ],
  [
    'a vote of too light keys',
    (file) =>
      Object.assign(getEntry(file, 'vote', 1).message?.signatures[0] ?? {}, { weight: 999 }),
    'of keys that weigh 1000 together',
  ],
  [
    'a message that was valid too long',
    (file) => Object.assign(getEntry(file, 'vote', 1).message ?? {}, { validUntil: 1_999_999_980 }),
    'entries[5].message.text should be',
  ],
  [
    'an appeal by somebody else',
    (file) => Object.assign(getEntry(file, 'appeal'), { by: ANN }),
    'by should be "0x',
  ],
  [
    'a clearance signed by nobody',
    (file) => Object.assign(getEntry(file, 'clearance').message ?? {}, { signatures: [] }),
    'of a key, but is of keys that weigh 0',
  ],
  [
    'a message for what nobody signs',
    (file) => Object.assign(getEntry(file, 'freeze'), { message: getEntry(file, 'vote').message }),
    'message should be null for a freeze',
  ],
]

const DECIDED: [string, Change, string][] = [
  [
    'a vote left out',
    (file) => remove(file, getEntry(file, 'vote', 1)),
    'details.votesFor should be 2, but is 3',
  ],
  [
    'a vote left out with its sum',
    (file) => {
      remove(file, getEntry(file, 'vote', 1))
      Object.assign(getEntry(file, 'voting_end').details, { votesFor: 2 })
    },
    'details.result should be "expired", but is "approved"',
  ],
  [
    'an earlier vote of a voter counted',
    (file) => Object.assign(getEntry(file, 'voting_end').details, { votesAgainst: 1 }),
    'details.votesAgainst should be 0, but is 1',
  ],
  [
    'a vote given twice',
    (file) => file.entries.splice(5, 0, structuredClone(getEntry(file, 'vote', 1))),
    'should be another vote, but is given twice',
  ],
  [
    'a vote after the end',
    (file) => {
      const vote = getEntry(file, 'vote', 3)
      remove(file, vote)
      file.entries.splice(file.entries.indexOf(getEntry(file, 'voting_end')) + 1, 0, vote)
      Object.assign(vote, { at: getEntry(file, 'voting_end').at })
    },
    'the end of voting, but is after it',
  ],
  [
    'no end of a vote',
    (file) => remove(file, getEntry(file, 'voting_end'), getEntry(file, 'execution')),
    'with the end of voting on proposal 1',
  ],
  [
    'an execution without approval',
    (file) => {
      Object.assign(getEntry(file, 'voting_end').details, { votesFor: 1, result: 'expired' })
      remove(file, getEntry(file, 'vote', 1), getEntry(file, 'vote', 2))
    },
    'votesAgainst should be 1',
  ],
  [
    'an execution of another action',
    (file) => Object.assign(getEntry(file, 'execution').details, { action: 'recover' }),
    'details.action should be "freeze"',
  ],
  [
    'a freeze without its execution',
    (file) => remove(file, getEntry(file, 'execution')),
    'details.proposalId should be an executed proposal to freeze',
  ],
  [
    'a freeze that ended too late',
    (file) => {
      const end = getEntry(file, 'freeze_end')
      const endedAt = Number(end.details.endedAt) + 30 * 86_400
      Object.assign(end.details, { endedAt })
      end.at = new Date(endedAt * 1000).toISOString()
    },
    '7 days after renewedAt',
  ],
  [
    'a freeze said to be ended by a vote',
    (file) => Object.assign(getEntry(file, 'freeze_end').details, { cause: 'vote' }),
    'the time of an executed proposal to unfreeze',
  ],
  [
    'an upheld appeal called denied',
    (file) => Object.assign(getEntry(file, 'appeal_outcome', 1).details, { outcome: 'denied' }),
    'details.outcome should be "upheld", but is "denied"',
  ],
  [
    'an outcome that came later',
    (file) => {
      const outcome = getEntry(file, 'appeal_outcome', 0)
      Object.assign(outcome.details, { closedAt: Number(outcome.details.closedAt) - 60 })
    },
    'details.closedAt should be',
  ],
  [
    'a longer clock',
    (file) => Object.assign(getEntry(file, 'appeal').details, { deadline: 1_999_999_999 }),
    'details.deadline should be',
  ],
  [
    'an outcome left out',
    (file) => remove(file, getEntry(file, 'appeal_outcome')),
    'with the outcome of appeal 1, denied',
  ],
  [
    'a second vote left out',
    (file) => remove(file, getEntry(file, 'second_proposal')),
    'details.outcome should be "undecided", but is "upheld"',
  ],
  [
    'an appeal left out',
    (file) => remove(file, getEntry(file, 'appeal')),
    'details.appealId should be an appeal that the case has before, but is 1',
  ],
  [
    'an appeal left out with its outcome',
    (file) => remove(file, getEntry(file, 'appeal'), getEntry(file, 'appeal_outcome')),
    'with the appeal that opened proposal 2',
  ],
]

const STANDING: [string, Change, string][] = [
  [
    'a closed case called open',
    (file) => {
      // Until then, the approved proposal can be executed.
      Object.assign(getEntry(file, 'freeze_end'), { at: '2025-12-05T00:00:00.000Z' })
      file.isOpen = true
    },
    'isOpen should be false',
  ],
  [
    'a clearance called denial',
    (file) => Object.assign(file, { outcome: 'denied' }),
    'outcome should be "upheld"',
  ],
  [
    'the lift of the flag left out',
    (file) => remove(file, getEntry(file, 'lift')),
    'isOpen should be true, because of entries[2]',
  ],
  [
    'a lift by an appeal that was denied',
    (file) => {
      const [, appealed] = file.entries.filter(({ kind }) => kind === 'appeal_outcome')
      const kept = file.entries.slice(0, file.entries.indexOf(appealed as CaseEntry))
      file.entries = [...kept, getEntry(file, 'lift')]
    },
    'details.cause should be another cause',
  ],
  [
    'another kind',
    (file) => Object.assign(file, { kind: 'freeze' }),
    'kind should be "accusation"',
  ],
  [
    'another reason code',
    (file) => Object.assign(file, { reasonCode: 'keys' }),
    'reasonCode should be listed',
  ],
  [
    'people called automatic',
    (file) => Object.assign(file, { isAutomated: false }),
    'isAutomated should be true',
  ],
  [
    'a statement of the owner that was never made',
    (file) => Object.assign(file, { ownerStatement: null }),
    'ownerStatement should be {"at"',
  ],
]

describe('a forger who computes all hashes again is found with', () => {
  it.each([...RECORD, ...REASONS, ...SIGNED, ...DECIDED, ...STANDING])(
    '%s',
    async (_, change, sentence) => {
      expect((await verifyCaseAlone(forgeLinkedCase(change))).wrong).toContain(sentence)
    },
  )
})

const WITHHELD = { at: '2026-03-01T12:00:00.000Z', reason: 'It names somebody.' }

it('a withheld text is named, and everything else still agrees', async () => {
  const file = forgeCase((changed) => {
    Object.assign(getEntry(changed, 'owner_statement'), { text: null, withheld: WITHHELD })
    Object.assign(changed.ownerStatement ?? {}, { text: null })
  })
  const index = file.entries.findIndex(({ kind }) => kind === 'owner_statement')
  expect(await verifyCaseAlone(file)).toEqual({
    wrong: null,
    undecided: [],
    noted: [
      `The operator withholds texts; their hashes are kept: entries[${index}] since ${WITHHELD.at}: ${WITHHELD.reason}`,
    ],
  })
  expect(JSON.stringify(file)).not.toContain(OWNER_TEXT)
})

it('withheld statements and reasons break nothing', async () => {
  const file = forgeCase((changed) => {
    for (const entry of changed.entries) {
      if (entry.text !== null) Object.assign(entry, { text: null, withheld: WITHHELD })
    }
    Object.assign(changed.ownerStatement ?? {}, { text: null })
    changed.statement = null
  })
  expect((await verifyCaseAlone(file)).wrong).toBeNull()
})

it.each([
  ['its signature', (entry: CaseEntry) => Object.assign(entry, { message: null })],
  [
    'the key',
    (entry: CaseEntry) => Object.assign(entry.message?.signatures[0] ?? {}, { publicKey: '' }),
  ],
])('a clearance without %s is undecided', async (_, change) => {
  const file = forgeCase((changed) => change(getEntry(changed, 'clearance')))
  const [because] = (await verifyCaseAlone(file)).undecided
  expect(because).toMatch(/^The clearance entries\[\d+\] is without its signature, or/)
})

it('a message whose signatures were not found is undecided, with the reason of the file', async () => {
  const problem = 'The access node does not have the transaction any more.'
  const file = forgeCase((changed) =>
    Object.assign(getEntry(changed, 'vote').message ?? {}, { signatures: [], problem }),
  )
  expect(await verifyCaseAlone(file)).toMatchObject({
    wrong: null,
    undecided: [`entries[4].message has no signature: ${problem}`],
  })
})

it('evidence of another version of the engine is undecided', async () => {
  const file = forgeLinkedCase((changed) => {
    Object.assign(getEntry(changed, 'inputs').details, { version: '0.0.1' })
    Object.assign(changed.evidence[0] ?? {}, { version: '0.0.1' })
    restate(changed, (statement) => Object.assign(statement, { version: '0.0.1' }))
  })
  const { wrong, undecided } = await verifyCaseAlone(file)
  expect([wrong, undecided[0]]).toEqual([
    null,
    expect.stringContaining('evidence[0] is of version 0.0.1'),
  ])
})

it('cannot see that a statement was left out before all hashes were computed again, and says so', async () => {
  const cut = forgeLinkedCase((file) => {
    remove(file, getEntry(file, 'owner_statement'))
    file.ownerStatement = null
  })
  expect((await verifyCaseAlone(cut)).wrong).toBeNull()
  expect(listUncheckedClaims(cut, null).join('\n')).toContain(
    'statements were left out and all hashes computed again',
  )
})

it('cannot see that the end was cut off, and says so', async () => {
  const whole = buildSampleCase()
  const index = whole.entries.findIndex(({ kind }) => kind === 'flag')
  const cut = relink({
    ...whole,
    entries: whole.entries.slice(0, index + 1),
    ownerStatement: null,
    isOpen: true,
    outcome: 'open',
  })
  expect((await verifyCaseAlone(cut)).wrong).toBeNull()
  expect(listUncheckedClaims(cut, null).join('\n')).toContain(
    'Whether later entries were left out: the file ends with entry 3, flag.',
  )
})
