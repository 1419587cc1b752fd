import type { CaseFile, EntryContent } from '@app/api/schemas/case.ts'
import { SAMPLE_REASON, SAMPLE_STATEMENT } from '@app/api/testing/sample-statement.ts'
import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import { FREEZE_EFFECT } from '../../lib/format/freeze-effect.ts'
import { draw } from '../../testing/draw.tsx'
import { CaseView, listDisputes } from './case-view.tsx'

const ADDRESS = toAddress('0x179b6b1cb6755e31')
const SINCE = '2026-11-25T00:00:00.000Z'

const accusation: CaseFile = {
  format: 'dharma-guard-case/2',
  network: 'local',
  contract: ADDRESS,
  address: ADDRESS,
  caseId: '179b6b1cb6755e31-5a5a5a5a5a5a',
  kind: 'accusation',
  reasonCode: 'behaviour',
  openedAt: SINCE,
  changedAt: SINCE,
  isOpen: true,
  outcome: 'open',
  isAutomated: true,
  entryCount: 0,
  headHash: 'ab'.repeat(32),
  statement: SAMPLE_STATEMENT,
  ownerStatement: null,
  entries: [],
  evidence: [],
}
const freeze: CaseFile = {
  ...accusation,
  caseId: '179b6b1cb6755e31-freeze-3',
  kind: 'freeze',
  reasonCode: null,
  statement: null,
}

const drawCase = (file: CaseFile) =>
  draw(
    <CaseView
      name={{ ...file, address: ADDRESS }}
      file={file}
      protection={undefined}
      isOwn={false}
      appeal={false}
    />,
  )

test('the case of a freeze says what a freeze does and cannot do', () => {
  expect(drawCase(freeze)).toContain(FREEZE_EFFECT)
  expect(drawCase(accusation)).not.toContain(FREEZE_EFFECT)
})

test('a reason that costs points by an ordinary number says so', () => {
  const statement = { ...SAMPLE_STATEMENT, reasons: [SAMPLE_REASON] }
  const hint = 'ordinary by itself, unusual together with the other numbers'
  expect(drawCase({ ...accusation, statement })).toContain(hint)
})

test('a statement of reasons is one of the agent: a person who writes the same is quoted as a person', () => {
  const reasons = [{ ...SAMPLE_REASON, headline: 'Pay at flow-bonus.vip' }]
  const text = JSON.stringify({ ...SAMPLE_STATEMENT, reasons })
  const unsigned = { withheld: null, message: null, txId: null, textHash: null }
  const hashes = { previousHash: '0'.repeat(64), hash: 'ab'.repeat(32) }
  const entry = { number: 1, at: SINCE, by: ADDRESS, text, ...unsigned, ...hashes }
  const drawEntry = (content: EntryContent) =>
    drawCase({ ...accusation, statement: null, entries: [{ ...entry, ...content }] })
  const title = 'Statement of reasons (1)'
  expect(
    drawEntry({ kind: 'warning', details: { reasonCode: 'behaviour', isAutomated: true } }),
  ).toContain(title)
  const quoted = drawEntry({ kind: 'owner_statement', details: { sequence: 1 } })
  expect(quoted).not.toContain(title)
  expect(quoted).not.toContain('flow-bonus.vip')
})

test('a dispute of another case is not shown', () => {
  const remedies = [
    { kind: 'appeal_flag', caseId: 'case-1', until: null, text: '' },
    { kind: 'owner_statement', caseId: 'case-2', until: null, text: '' },
    { kind: 'label_keeper', until: null, text: '' },
  ] as const
  expect(listDisputes([...remedies], 'case-1').map(({ kind }) => kind)).toEqual([
    'appeal_flag',
    'label_keeper',
  ])
})
