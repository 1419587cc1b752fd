import type { CaseFile } from '@app/api/schemas/case.ts'
import { describe, expect, it } from 'vitest'
import { STATEMENT_TEXT } from '../testing/build-sample-case.ts'
import {
  forgeCase,
  forgeLinkedCase,
  getEntry,
  isAboutProposal,
  remove,
  restate,
  setText,
  verifyCaseAlone,
} from '../testing/forge-case.ts'

/** A forgery: what it is, how it is made, and what is found. All single fields are forged in forgeries.test.ts. */
type Forgery = [string, (file: CaseFile) => void, string]

const EDITED: Forgery[] = [
  [
    'a changed detail',
    (file) => Object.assign(getEntry(file, 'vote').details, { score: 90 }),
    'entries[4].hash should be',
  ],
  [
    'a swapped text',
    (file) => Object.assign(getEntry(file, 'owner_statement'), { text: 'I confess.' }),
    'text should be the text with the SHA-256',
  ],
  [
    'a missing text without a reason',
    (file) => Object.assign(getEntry(file, 'owner_statement'), { text: null }),
    'text should be the text with the SHA-256',
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
  ['another case', (file) => Object.assign(file, { caseId: 'bob-1' }), 'entries[0].hash should be'],
  ['no entries', (file) => Object.assign(file, { entries: [] }), 'entries should be at least one'],
]

const RECORD: Forgery[] = [
  [
    'a time that goes backwards',
    (file) => Object.assign(getEntry(file, 'flag'), { at: '2025-01-01T00:00:00.000Z' }),
    'or later, as the entry before it',
  ],
  [
    'a detail that its kind does not have',
    (file) => Object.assign(getEntry(file, 'vote').details, { note: 'paid' }),
    'entries[4].details.note should be unknown to entries of the kind vote',
  ],
  [
    'a text where none belongs',
    (file) => setText(getEntry(file, 'vote'), 'I hate her.'),
    'entries[4].textHash should be null',
  ],
  [
    'the lift of the flag left out',
    (file) => remove(file, getEntry(file, 'lift')),
    'isOpen should be true, because of entries[2]',
  ],
]

const REASONS: Forgery[] = [
  [
    'a statement with a nicer score',
    (file) => restate(file, (statement) => Object.assign(statement, { score: 12 })),
    'entries[1].text.score should be',
  ],
  [
    'a statement that hides how many ordinary wallets look as bad, though it rests on behaviour',
    (file) => restate(file, (statement) => Reflect.deleteProperty(statement, 'ordinary')),
    'entries[1].text.ordinary should be',
  ],
  [
    'a statement in another form',
    (file) => setText(getEntry(file, 'warning'), ` ${STATEMENT_TEXT}`),
    'entries[1].text should be a statement of reasons as canonical JSON',
  ],
  [
    'a nicer score in the evidence and among the inputs',
    (file) => {
      Object.assign(getEntry(file, 'inputs').details, { score: 12 })
      Object.assign(file.evidence[0] ?? {}, { score: 12 })
    },
    'evidence[0].score should be',
  ],
  [
    'evidence that no entry names',
    (file) => remove(file, getEntry(file, 'inputs')),
    'evidence[0].evidenceHash should be one that an entry',
  ],
  [
    'a clearance of another case',
    (file) =>
      setText(
        getEntry(file, 'clearance'),
        getEntry(file, 'clearance').text?.replace('Case: alice-1', 'Case: bob-1') ?? '',
      ),
    'text should be "Dharma Guard clearance',
  ],
]

const SIGNED: Forgery[] = [
  [
    'a vote turned around',
    (file) => Object.assign(getEntry(file, 'vote', 1).details, { support: false }),
    'entries[5].message.text should be',
  ],
  [
    'a further vote on a proposal of the case that has no such vote',
    (file) => {
      const { message } = getEntry(file, 'vote', 1)
      Object.assign(message ?? {}, { text: message?.text.replace('Proposal: 70', 'Proposal: 2') })
    },
    'entries[5].message.text should be',
  ],
  [
    'another choice in a message that carries a further vote',
    (file) => {
      const { message } = getEntry(file, 'vote', 1)
      Object.assign(message ?? {}, { text: message?.text.replace(/against/, 'for') })
    },
    'entries[5].message.signatures[0].signature should be a signature',
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
    'a clearance signed by nobody',
    (file) => Object.assign(getEntry(file, 'clearance').message ?? {}, { signatures: [] }),
    'of a key, but is of keys that weigh 0',
  ],
  [
    'a message for what nobody signs',
    (file) => Object.assign(getEntry(file, 'freeze'), { message: getEntry(file, 'vote').message }),
    'entries[10].message should be null',
  ],
]

const DECIDED: Forgery[] = [
  [
    'a vote left out with its sum',
    (file) => {
      remove(file, getEntry(file, 'vote', 1))
      Object.assign(getEntry(file, 'voting_end').details, { votesFor: 2 })
    },
    'details.result should be "expired", but is "approved"',
  ],
  [
    'a vote given twice',
    (file) => file.entries.splice(5, 0, structuredClone(getEntry(file, 'vote', 1))),
    'entries[6].kind should be another one than that of entries[5], given twice',
  ],
  [
    'a vote after the end',
    (file) => {
      const vote = getEntry(file, 'vote', 3)
      remove(file, vote)
      file.entries.splice(file.entries.indexOf(getEntry(file, 'voting_end')) + 1, 0, vote)
      Object.assign(vote, { at: getEntry(file, 'voting_end').at })
    },
    'kind should be before entries[7], the end of voting',
  ],
  [
    'no end of a vote',
    (file) => remove(file, getEntry(file, 'voting_end', 2)),
    'with the end of voting on proposal 3',
  ],
  [
    'an execution without approval',
    (file) => {
      remove(file, getEntry(file, 'vote', 1), getEntry(file, 'vote', 3))
      const sums = { votesFor: 1, votesAgainst: 0, result: 'expired' }
      Object.assign(getEntry(file, 'voting_end').details, sums)
    },
    'kind should be missing, because the votes do not approve it',
  ],
  [
    'a freeze without its execution',
    (file) => remove(file, getEntry(file, 'execution')),
    'details.proposalId should be that of an executed proposal to freeze',
  ],
  [
    'a freeze that ended too late',
    (file) => {
      const end = getEntry(file, 'freeze_end')
      const endedAt = end.details.endedAt + 30 * 86_400
      Object.assign(end.details, { endedAt })
      end.at = new Date(endedAt * 1000).toISOString()
    },
    'details.endedAt should be',
  ],
  [
    'a freeze said to be ended by a vote',
    (file) => Object.assign(getEntry(file, 'freeze_end').details, { cause: 'vote' }),
    'details.cause should be "lapsed", but is "vote"',
  ],
  [
    'an upheld appeal called denied',
    (file) => Object.assign(getEntry(file, 'appeal_outcome', 1).details, { outcome: 'denied' }),
    'details.outcome should be "upheld", but is "denied"',
  ],
  [
    'an outcome left out',
    (file) => remove(file, getEntry(file, 'appeal_outcome')),
    'with the outcome of appeal 2, denied',
  ],
  [
    'a denied appeal called void',
    (file) => Object.assign(getEntry(file, 'appeal_outcome').details, { outcome: 'void' }),
    'details.outcome should be "denied", but is "void"',
  ],
  [
    'a rejected vote of an appeal called void',
    (file) => Object.assign(getEntry(file, 'voting_end', 1).details, { result: 'expired' }),
    'details.result should be "rejected", but is "expired"',
  ],
  [
    'a flag with another number than the appeal names',
    (file) => Object.assign(getEntry(file, 'flag').details, { number: 9 }),
    'This wallet does not carry flag 8, so there is nothing to appeal. Its flag has the number 9.',
  ],
  [
    'an appeal that anybody opened at once with its rank',
    (file) => Object.assign(getEntry(file, 'proposal', 1).details, { rank: 'voter' }),
    'details.rank should be "other"',
  ],
  [
    'a flag lifted by an appeal that nobody made',
    (file) => {
      file.entries = file.entries.filter((entry) => !isAboutProposal(entry, 3))
    },
    'details.cause should be recheck or unfreeze, but is "appeal"',
  ],
  [
    'an appeal left out with its outcome',
    (file) => remove(file, getEntry(file, 'appeal'), getEntry(file, 'appeal_outcome')),
    'details.isAppeal should be false',
  ],
]

describe('an edited file is wrong with', () => {
  it.each(EDITED)('%s', async (_, change, sentence) => {
    expect((await verifyCaseAlone(forgeCase(change))).wrong).toContain(sentence)
  })
})

describe('a forger who computes all hashes again is found with', () => {
  it.each([...RECORD, ...REASONS, ...SIGNED, ...DECIDED])('%s', async (_, change, sentence) => {
    expect((await verifyCaseAlone(forgeLinkedCase(change))).wrong).toContain(sentence)
  })
})
