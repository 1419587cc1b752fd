import type { CaseFile } from '@app/api/schemas/case.ts'
import { toCanonicalJson } from '@app/score/canonical/canonical-json.ts'
import { describe, expect, it } from 'vitest'
import { formatUnchecked } from '../output.ts'
import { buildSampleCase, getEntry, relink, STATEMENT_TEXT } from '../testing/build-sample-case.ts'
import { buildSampleEvidence } from '../testing/build-sample-evidence.ts'
import { AGREES, verify } from '../testing/verify.ts'
import { computeStatement } from './reasons.ts'
import { sha256 } from './rebuild-case.ts'
import { openCase } from './verify-case.ts'

type Change = (file: CaseFile) => unknown

/** Builds the sample with a change. */
function forge(change: Change): CaseFile {
  const file = buildSampleCase()
  change(file)
  return file
}

/** Sets a text with its hash. */
const setText = (entry: object, text: string) =>
  Object.assign(entry, { text, textHash: sha256(text) })

/** Changes the statement everywhere that the file has it. */
const restate =
  (change: (statement: NonNullable<CaseFile['statement']>) => unknown): Change =>
  (file) => {
    const statement = JSON.parse(STATEMENT_TEXT)
    change(statement)
    file.statement = statement
    for (const kind of ['warning', 'flag'] as const) {
      setText(getEntry(file, kind), toCanonicalJson(statement))
    }
  }

const remove =
  (...removed: [kind: Parameters<typeof getEntry>[1], index?: number][]): Change =>
  (file) => {
    const entries: object[] = removed.map(([kind, index]) => getEntry(file, kind, index))
    file.entries = file.entries.filter((entry) => !entries.includes(entry))
  }

const OTHER_VERSION = { version: '0.0.1' }
const WITHHELD = { at: '2026-03-01T12:00:00.000Z', reason: 'It names somebody.' }
const PROBLEM = 'The access node does not have the transaction any more.'

it.each<[string, Change, object]>([
  [
    'whose texts are all withheld, which is named',
    (file) => {
      for (const entry of file.entries) {
        if (entry.text !== null) Object.assign(entry, { text: null, withheld: WITHHELD })
      }
      Object.assign(file, {
        statement: null,
        ownerStatement: { ...file.ownerStatement, text: null },
      })
    },
    { note: [expect.stringContaining(`entries[1] since ${WITHHELD.at}: ${WITHHELD.reason}`)] },
  ],
  [
    'except for a message whose signatures were not found, which is undecided',
    (file) =>
      Object.assign(getEntry(file, 'vote').message ?? {}, { signatures: [], problem: PROBLEM }),
    { undecided: [`entries[4].message has no signature: ${PROBLEM}`] },
  ],
  [
    'except for scores of another version of the engine, which are undecided',
    (file) => {
      Object.assign(getEntry(file, 'inputs').details, OTHER_VERSION)
      Object.assign(file.evidence[0] ?? {}, OTHER_VERSION)
      restate((statement) => Object.assign(statement, OTHER_VERSION))(file)
    },
    { undecided: [expect.stringContaining('evidence[0].version is 0.0.1')] },
  ],
])('a case agrees %s', async (_, change, found) => {
  expect(await verify(openCase, relink(forge(change)))).toMatchObject({ ...AGREES, ...found })
})

describe('an edited file is wrong with', () => {
  it.each<[string, Change, string]>([
    [
      'a changed detail',
      (file) => Object.assign(getEntry(file, 'vote').details, { score: 90 }),
      'entries[4].hash should be',
    ],
    ['an entry left out', remove(['vote']), 'entries[4].number should be 5, but is 6'],
    ['no entries', (file) => file.entries.splice(0), 'should be'],
  ])('%s', async (_, change, sentence) => {
    expect((await verify(openCase, forge(change))).wrong).toContain(sentence)
  })
})

/** All single fields are forged in forgeries.test.ts. */
describe('a forger who computes all hashes again is found with', () => {
  it.each<[string, Change, string]>([
    [
      'a time that goes backwards',
      (file) => Object.assign(getEntry(file, 'flag'), { at: '2025-01-01T00:00:00.000Z' }),
      'or later, as the entry before it',
    ],
    [
      'a detail that its kind does not have',
      (file) => Object.assign(getEntry(file, 'vote').details, { note: 'paid' }),
      'entries[4].details of It is not the details of the kind vote that this version can read: note is unknown',
    ],
    [
      'a statement with a nicer score',
      restate((statement) => Object.assign(statement, { score: 12 })),
      'entries[1].text.score should be',
    ],
    [
      'a statement that hides how many ordinary wallets look as bad, though it rests on behaviour',
      restate((statement) => Reflect.deleteProperty(statement, 'ordinary')),
      'entries[1].text.ordinary should be',
    ],
    [
      'a nicer score in the evidence and among the inputs',
      (file) => {
        Object.assign(getEntry(file, 'inputs').details, { score: 12 })
        Object.assign(file.evidence[0] ?? {}, { score: 12 })
      },
      'evidence[0].score should be',
    ],
    ['evidence that no entry names', remove(['inputs']), 'evidence.length should be 0, but is 1'],
    [
      'a clearance of another case',
      (file) => {
        const entry = getEntry(file, 'clearance')
        setText(entry, entry.text?.replace('Case: alice-1', 'Case: bob-1') ?? '')
      },
      'text should be "Dharma Guard clearance',
    ],
    [
      'a vote turned around',
      (file) => Object.assign(getEntry(file, 'vote', 1).details, { support: false }),
      'should be',
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
      'a clearance signed by nobody',
      (file) => Object.assign(getEntry(file, 'clearance').message ?? {}, { signatures: [] }),
      'of keys that weigh 1000 together, but is of keys that weigh 0',
    ],
    [
      'a vote left out with its sum',
      (file) => {
        remove(['vote', 1])(file)
        Object.assign(getEntry(file, 'voting_end').details, { votesFor: 2 })
      },
      'details.result should be "expired", but is "approved"',
    ],
    [
      'a vote given twice with its sum',
      (file) => {
        file.entries.splice(5, 0, structuredClone(getEntry(file, 'vote', 1)))
        Object.assign(getEntry(file, 'voting_end').details, { votesFor: 4 })
      },
      'details.votesFor should be 3, but is 4',
    ],
  ])('%s', async (_, change, sentence) => {
    expect((await verify(openCase, relink(forge(change)))).wrong).toContain(sentence)
  })
})

it('what a file alone cannot show is listed: an end that was cut off, and how the case stands', async () => {
  const cut = relink({ ...buildSampleCase(), entries: buildSampleCase().entries.slice(0, 3) })
  const { wrong, unchecked } = await verify(openCase, { ...cut, ownerStatement: null })
  expect(wrong).toBeNull()
  const claims = unchecked.map(formatUnchecked).join('\n')
  expect(claims).toContain('whether later entries were left out, after entry 3, flag,')
  expect(claims).toContain('isOpen, outcome, entries[].at: ')
})

it('a statement of reasons cites addresses of the EVM as the inputs name them', () => {
  const evidence = buildSampleEvidence()
  const counterparty = `0x${'ab'.repeat(20)}`
  for (const reason of evidence.reasons)
    for (const item of reason.evidence) Object.assign(item, { counterparty })
  const { reasons } = computeStatement(evidence, { evidenceKinds: [], isAutomated: true })
  expect(reasons[0]?.evidence).toMatchObject([{ counterparty }])
})
