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

test('a recovery that can be approved in time, or is under no freeze, has no warning', () => {
  expect(describeLateRecovery(buildFreeze(24.01), NOW_MS)).toBeNull()
  expect(describeLateRecovery(buildFreeze(0), NOW_MS)).toBeNull()
  expect(describeLateRecovery(null, NOW_MS)).toBeNull()
})
