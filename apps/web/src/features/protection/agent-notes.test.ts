import { expect, test } from 'vitest'
import { describeRecipients, describeWatching } from './agent-notes.tsx'

test('all reasons to watch are in one sentence', () => {
  const reasons = [
    { kind: 'flagged' as const, text: 'it has been flagged since 3 May 2026, 12:00 UTC' },
    { kind: 'discovered' as const, text: 'the agent found it on the chain' },
  ]
  expect(describeWatching(reasons)).toBe(
    'The agent watches this wallet because it has been flagged since 3 May 2026, 12:00 UTC, and because the agent found it on the chain.',
  )
})

test('of a withdrawn accusation is said how many of those who got it know, if anybody got it', () => {
  const describe = (reached: number, waiting: number, notReached: number) =>
    describeRecipients({ recipients: { reached, waiting, notReached } })
  expect(describe(0, 0, 0)).toBeNull()
  expect(describe(2, 1, 1)).toBe('Recipients of the accusation who got its withdrawal: 2 of 4.')
})
