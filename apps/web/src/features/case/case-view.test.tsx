import type { CaseFile, EntryContent } from '@app/api/schemas/case.ts'
import { SAMPLE_REASON, SAMPLE_STATEMENT } from '@app/api/testing/sample-statement.ts'
import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import { FREEZE_EFFECT } from '../../lib/format/freeze-effect.ts'
import { buildContent, buildEntries } from '../../testing/build-entries.ts'
import { draw } from '../../testing/draw.tsx'
import { CaseView, listDisputes } from './case-view.tsx'

const ADDRESS = toAddress('0x179b6b1cb6755e31')
const SINCE = '2026-11-25T00:00:00.000Z'

const accusation: CaseFile = {
  format: 'dharma-guard-case/2',
  network: 'local',
  kind: 'accusation',
  outcome: 'open',
  ...{ contract: ADDRESS, address: ADDRESS, caseId: '179b6b1cb6755e31-5a5a5a5a5a5a' },
  ...{ reasonCode: 'behaviour', openedAt: SINCE, changedAt: SINCE },
  ...{ isOpen: true, isAutomated: true },
  ...{ entryCount: 0, headHash: 'ab'.repeat(32), ownerStatement: null, entries: [], evidence: [] },
  statement: { ...SAMPLE_STATEMENT, reasons: [SAMPLE_REASON] },
}

const drawCase = (change: Partial<CaseFile>) => {
  const file = { ...accusation, ...change }
  const name = { ...file, address: ADDRESS }
  return draw(
    <CaseView name={name} file={file} protection={undefined} isOwn={false} appeal={false} />,
  )
}

test('a freeze says what it cannot do, and a reason that costs points by an ordinary number that it is one', () => {
  expect(drawCase({ kind: 'freeze', statement: null })).toContain(FREEZE_EFFECT)
  expect(drawCase({})).not.toContain(FREEZE_EFFECT)
  expect(drawCase({})).toContain('ordinary by itself, unusual together with the other numbers')
})

test('a statement of reasons is one of the agent: a person who writes the same is quoted as a person', () => {
  const reasons = [{ ...SAMPLE_REASON, headline: 'Pay at flow-bonus.vip' }]
  const text = JSON.stringify({ ...SAMPLE_STATEMENT, reasons })
  const drawEntry = (content: EntryContent) =>
    drawCase({ statement: null, entries: buildEntries([{ ...content, text }]) })
  const title = 'Statement of reasons (1)'
  expect(drawEntry(buildContent({ kind: 'warning' }))).toContain(title)
  const quoted = drawEntry(buildContent({ kind: 'owner_statement' }))
  expect(quoted).not.toContain(title)
  expect(quoted).not.toContain('flow-bonus.vip')
})

test('a dispute of another case is not shown', () => {
  const remedies = [
    { kind: 'appeal_flag', caseId: 'case-1', until: null, text: '' } as const,
    { kind: 'owner_statement', caseId: 'case-2', until: null, text: '' } as const,
    { kind: 'label_keeper', until: null, text: '' } as const,
  ]
  expect(listDisputes(remedies, 'case-1')).toEqual([remedies[0], remedies[2]])
})
