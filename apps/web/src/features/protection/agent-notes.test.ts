import { expect, test } from 'vitest'
import { describeClearance, describeWatching } from './agent-notes.tsx'

test('all reasons to watch are in one sentence', () => {
  const reasons = [
    { kind: 'flagged' as const, text: 'it has been flagged since 3 May 2026, 12:00 UTC' },
    { kind: 'discovered' as const, text: 'the agent found it on the chain' },
  ]
  expect(describeWatching(reasons)).toBe(
    'The agent watches this wallet because it has been flagged since 3 May 2026, 12:00 UTC, and because the agent found it on the chain.',
  )
})

test('a clearance has its dates, and counts only where somebody was told', () => {
  const describe = (reached: number, waiting: number, notReached: number) =>
    describeClearance({
      ...{ caseId: 'case', text: '', signedBy: { address: '0x07', keyIndex: 0, signature: '' } },
      ...{ accusedAt: '2026-11-03T12:00:00.000Z', clearedAt: '2026-11-04T12:00:00.000Z' },
      recipients: { reached, waiting, notReached },
    })
  const dates = 'The accusation of 3 Nov 2026 was withdrawn on 4 Nov 2026.'
  expect(describe(0, 0, 0)).toBe(dates)
  expect(describe(2, 1, 1)).toBe(
    `${dates} 2 of the 4 who had been told of it have been told of the withdrawal.`,
  )
})
