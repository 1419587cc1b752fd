import type { CaseEntry } from '@app/api/schemas/case.ts'
import { expect, it } from 'vitest'
import { formatUnchecked } from '../output.ts'
import { buildSampleCase, OWNER_TEXT, relink } from '../testing/build-sample-case.ts'
import {
  forgeCase,
  forgeLinkedCase,
  getEntry,
  remove,
  restate,
  verifyCaseAlone,
} from '../testing/forge-case.ts'
import { AGREES } from '../testing/verify-file.ts'
import { CASE } from './verify-case.ts'

/** Builds the sample as it was recorded while contact was said as `listed`. */
const recordAsListed = (reasonCode: string) =>
  forgeLinkedCase((file) => {
    restate(file, (statement) =>
      Object.assign(statement, { evidenceKinds: ['listed', 'behaviour'] }),
    )
    for (const kind of ['warning', 'flag'] as const) {
      Object.assign(getEntry(file, kind).details, { reasonCode: 'listed' })
    }
    Object.assign(file, { reasonCode })
  })

it.each([
  ['listed', null],
  ['contact', null],
  ['keys', 'reasonCode should be listed or contact'],
])(
  'an old case of a wallet on no list, recorded as listed, can be said to be for %s',
  async (...[code, wrong]) => {
    expect((await verifyCaseAlone(recordAsListed(code))).wrong).toEqual(
      wrong === null ? null : expect.stringContaining(wrong),
    )
  },
)

it('an appeal whose freeze lapses closes without outcome', async () => {
  const file = buildSampleCase({ isAppealVoid: true })
  expect(await verifyCaseAlone(file)).toMatchObject(AGREES)
  const outcome = getEntry(file, 'appeal_outcome', 1)
  expect(outcome.details).toMatchObject({ appealId: 2, outcome: 'void' })
  Object.assign(outcome.details, { outcome: 'denied' })
  expect((await verifyCaseAlone(relink(file))).wrong).toContain('should be "void", but is "denied"')
})

it.each([
  { vote: 'on an appeal', index: 4, score: 45, sentence: null },
  { vote: 'on an appeal', index: 4, score: 44.9, sentence: 'should be 45 to 100, but is 44.9' },
  { vote: 'to freeze', index: 0, score: 59.9, sentence: 'should be 60 to 100, but is 59.9' },
])('rule 28: a vote $vote with $score', async ({ index, score, sentence }) => {
  const { wrong } = await verifyCaseAlone(
    forgeLinkedCase((file) => Object.assign(getEntry(file, 'vote', index).details, { score })),
  )
  if (sentence === null) expect(wrong).toBeNull()
  else expect(wrong).toContain(sentence)
})

const ALONE = { hasNode: false, isFull: false }

it('a statement that does not rest on behaviour may compare it, as earlier ones did, or not', async () => {
  const restOnContact = (change: (statement: { ordinary?: unknown }) => void) =>
    forgeLinkedCase((file) =>
      restate(file, (statement) => {
        statement.evidenceKinds = ['contact']
        change(statement)
      }),
    )
  expect((await verifyCaseAlone(restOnContact(() => {}))).wrong).toBeNull()
  const silent = restOnContact((statement) => Reflect.deleteProperty(statement, 'ordinary'))
  expect((await verifyCaseAlone(silent)).wrong).toBeNull()
})

const WITHHELD = { at: '2026-03-01T12:00:00.000Z', reason: 'It names somebody.' }

it('a withheld text is named, and everything else still agrees', async () => {
  const file = forgeCase((changed) => {
    Object.assign(getEntry(changed, 'owner_statement'), { text: null, withheld: WITHHELD })
    Object.assign(changed.ownerStatement ?? {}, { text: null })
  })
  const index = file.entries.findIndex(({ kind }) => kind === 'owner_statement')
  expect(await verifyCaseAlone(file)).toMatchObject({
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
    expect.stringContaining('evidence[0].version is 0.0.1'),
  ])
})

it('cannot see that a statement was left out before all hashes were computed again, and says so', async () => {
  const cut = forgeLinkedCase((file) => {
    remove(file, getEntry(file, 'owner_statement'))
    file.ownerStatement = null
  })
  expect((await verifyCaseAlone(cut)).wrong).toBeNull()
  expect(CASE.listUnchecked(cut, ALONE).map(formatUnchecked).join('\n')).toContain(
    'or whole proposals, appeals or statements, with all hashes computed again',
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
  expect(CASE.listUnchecked(cut, ALONE).map(formatUnchecked).join('\n')).toContain(
    'whether later entries were left out, after entry 3, flag,',
  )
})
