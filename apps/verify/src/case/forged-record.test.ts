import type { CaseEntry } from '@app/api/schemas/case.ts'
import { describe, expect, it } from 'vitest'
import { BEN } from '../testing/draft-sample-votes.ts'
import {
  type Forgery,
  forgeCase,
  forgeLinkedCase,
  getEntry,
  remove,
  setText,
  verifyCaseAlone,
} from '../testing/forge-case.ts'

const EDITED: Forgery[] = [
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
  ['another count', (file) => Object.assign(file, { entryCount: 5 }), 'entryCount should be 29'],
  ['another case', (file) => Object.assign(file, { caseId: 'bob-1' }), 'entries[0].hash should be'],
  ['no entries', (file) => Object.assign(file, { entries: [] }), 'entries should be at least one'],
]

const RECORD: Forgery[] = [
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

const STANDING: Forgery[] = [
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
    'reasonCode should be contact',
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

describe('an edited file is wrong with', () => {
  it.each(EDITED)('%s', async (_, change, sentence) => {
    expect((await verifyCaseAlone(forgeCase(change))).wrong).toContain(sentence)
  })
})

describe('a forger who computes all hashes again is found with', () => {
  it.each([...RECORD, ...STANDING])('%s', async (_, change, sentence) => {
    expect((await verifyCaseAlone(forgeLinkedCase(change))).wrong).toContain(sentence)
  })
})
