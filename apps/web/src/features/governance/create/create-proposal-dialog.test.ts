import type { Protection } from '@app/api/schemas/protection.ts'
import { expect, test } from 'vitest'
import { describeObstacle } from './create-proposal-dialog.tsx'

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

const describeLateRecovery = (freeze: Protection['freeze']) =>
  describeObstacle('recover', { freeze, flag: null }, NOW_MS)

test.each([24, 5])('a recovery with %i hours of freeze left is said to be too late', (hours) => {
  expect(describeLateRecovery(buildFreeze(hours))).toMatch(
    /^The freeze ends on .*2026.*: renew the freeze first\.$/,
  )
})

test.each([5, 100])(
  'no recovery opens under a freeze that a vote decided to end: %i hours are left',
  (hours) => {
    const freeze = { ...buildFreeze(hours), overruledAt: formatTime(-2) }
    expect(describeLateRecovery(freeze)).toMatch(
      /^A vote decided on .*2026.* to end this freeze: no recovery opens under it\. Propose a new freeze first\.$/,
    )
    expect(describeLateRecovery({ ...freeze, until: formatTime(0) })).toMatch(NOT_FROZEN)
  },
)

const NOT_FROZEN = /^This wallet is not frozen/

test('a recovery that can be approved in time has no obstacle; under no freeze it does not open', () => {
  expect(describeLateRecovery(buildFreeze(24.01))).toBeNull()
  expect(describeLateRecovery(buildFreeze(0))).toMatch(NOT_FROZEN)
  expect(describeLateRecovery(null)).toMatch(NOT_FROZEN)
})

test('an unfreeze needs a flag or a freeze that stands, a freeze needs nothing', () => {
  const describe = (action: 'freeze' | 'unfreeze', freeze: Protection['freeze']) =>
    describeObstacle(action, { freeze, flag: null }, NOW_MS)
  expect(describe('unfreeze', null)).toContain('nothing to lift')
  expect(describe('unfreeze', buildFreeze(0))).toContain('nothing to lift')
  expect(describe('unfreeze', buildFreeze(1))).toBeNull()
  expect(describe('freeze', null)).toBeNull()
})
