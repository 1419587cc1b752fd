import type { ClearanceAnswer } from '@app/api/schemas/agent.ts'
import { expect, test } from 'vitest'
import { describeClearance, describeWatching } from './agent-notes.tsx'

const CLEARANCE: ClearanceAnswer = {
  caseId: 'case',
  accusedAt: '2026-11-03T12:00:00.000Z',
  clearedAt: '2026-11-04T12:00:00.000Z',
  text: 'Dharma Guard clearance',
  signedBy: { address: '0x179b6b1cb6755e31', keyIndex: 0, signature: 'ab' },
  recipients: { reached: 0, waiting: 0, notReached: 0 },
}

test('all reasons to watch are in one sentence', () => {
  const reasons = [
    { kind: 'flagged', text: 'flagged since 2026-05-03 12:00 UTC' },
    { kind: 'discovered', text: 'discovered' },
  ] as const
  expect(describeWatching([...reasons])).toBe(
    'The agent watches this wallet: flagged since 2026-05-03 12:00 UTC, discovered.',
  )
})

test('a clearance has its dates, and counts only where somebody was told', () => {
  expect(describeClearance(CLEARANCE)).toMatch(/^The accusation of .* was withdrawn on .*2026\.$/)
  const told = { ...CLEARANCE, recipients: { reached: 2, waiting: 1, notReached: 1 } }
  expect(describeClearance(told)).toMatch(
    / 2 of the 4 who had been told of it have been told of the withdrawal\.$/,
  )
})
