import { readContractSource } from '@app/contracts/contract-sources.ts'
import { expect, it } from 'vitest'
import {
  BAR_SECONDS,
  EXECUTION_SECONDS,
  FREEZE_SECONDS,
  HASTY_LIFT_SECONDS,
  MEMORY_SECONDS,
  RECOVERY_DELAY_SECONDS,
  STANDING_SECONDS,
  VOTING_SECONDS,
} from './durations.ts'

it.each([
  ['barPeriod', BAR_SECONDS],
  ['executionPeriod', EXECUTION_SECONDS],
  ['freezePeriod', FREEZE_SECONDS],
  ['hastyLiftPeriod', HASTY_LIFT_SECONDS],
  ['memoryPeriod', MEMORY_SECONDS],
  ['recoveryDelay', RECOVERY_DELAY_SECONDS],
  ['votingPeriod', VOTING_SECONDS],
])('DharmaProtectionTypes.%s is %i seconds', (name, seconds) => {
  expect(readContractSource('DharmaProtectionTypes')).toContain(
    `fun ${name}(): UFix64 {\n        return ${seconds}.0`,
  )
})

it('DharmaStanding.minTime() is the standing time of a voter', () => {
  expect(readContractSource('DharmaStanding')).toContain(
    `minTime(): UFix64 {\n        return ${STANDING_SECONDS}.0`,
  )
})
