import { describe, expect, it } from 'vitest'
import { STATEMENT_TEXT } from '../testing/build-sample-case.ts'
import { ANN } from '../testing/draft-sample-votes.ts'
import {
  type Forgery,
  forgeLinkedCase,
  getEntry,
  remove,
  restate,
  setText,
  verifyCaseAlone,
} from '../testing/forge-case.ts'

const REASONS: Forgery[] = [
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
    (file) => restate(file, (statement) => Object.assign(statement.ordinary ?? {}, { asBad: 0 })),
    'entries[1].text.ordinary.asBad should be',
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

it('a statement that does not rest on behaviour may compare it, as earlier ones did, or not', async () => {
  const restLabel = (change: (statement: { ordinary?: unknown }) => void) =>
    forgeLinkedCase((file) =>
      restate(file, (statement) => {
        statement.evidenceKinds = ['contact']
        change(statement)
      }),
    )
  expect((await verifyCaseAlone(restLabel(() => {}))).wrong).toBeNull()
  const silent = restLabel((statement) => Reflect.deleteProperty(statement, 'ordinary'))
  expect((await verifyCaseAlone(silent)).wrong).toBeNull()
})

describe('a forger who computes all hashes again is found with', () => {
  it.each([...REASONS])('%s', async (_, change, sentence) => {
    expect((await verifyCaseAlone(forgeLinkedCase(change))).wrong).toContain(sentence)
  })
})
