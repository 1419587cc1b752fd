import type { Protection } from '@app/api/schemas/governance/protection.ts'
import { expect, test } from 'vitest'
import { describeLateRecovery } from './describe-late-recovery.ts'

const NOW_MS = Date.UTC(2026, 2, 10, 12)
const HOUR_MS = 3_600_000
const formatTime = (hours: number) => new Date(NOW_MS + hours * HOUR_MS).toISOString()

const buildFreeze = (hoursLeft: number): NonNullable<Protection['freeze']> => ({
  number: 2,
  since: formatTime(hoursLeft - 168),
  renewedAt: formatTime(hoursLeft - 168),
  until: formatTime(hoursLeft),
  overruledAt: null,
  proposalId: 3,
  isProtection: false,
})

test.each([24, 5])('a recovery with %i hours of freeze left is said to be too late', (hours) => {
  expect(describeLateRecovery(buildFreeze(hours), NOW_MS)).toMatch(
    /^The freeze ends on .*2026.*: renew the freeze first\.$/,
  )
})

test.each([5, 100])(
  'no recovery opens under a freeze that a vote decided to end: %i hours are left',
  (hours) => {
    const freeze = { ...buildFreeze(hours), overruledAt: formatTime(-2) }
    expect(describeLateRecovery(freeze, NOW_MS)).toMatch(
      /^A vote decided on .*2026.* to end this freeze: no recovery opens under it\. Propose a new freeze first\.$/,
    )
    expect(describeLateRecovery({ ...freeze, until: formatTime(0) }, NOW_MS)).toBeNull()
  },
)

test('a recovery that can be approved in time, or is under no freeze, has no warning', () => {
  expect(describeLateRecovery(buildFreeze(24.01), NOW_MS)).toBeNull()
  expect(describeLateRecovery(buildFreeze(0), NOW_MS)).toBeNull()
  expect(describeLateRecovery(null, NOW_MS)).toBeNull()
})
