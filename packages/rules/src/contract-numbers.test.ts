import { readContractSource } from '@app/contracts/contract-sources.ts'
import { expect, it } from 'vitest'
import { MAX_OPEN_PER_APPOINTED, MAX_OPEN_PER_PERSON, MAX_SHARED_PLACES } from './community.ts'
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
  ['DharmaProtectionTypes', 'barPeriod', BAR_SECONDS],
  ['DharmaProtectionTypes', 'executionPeriod', EXECUTION_SECONDS],
  ['DharmaProtectionTypes', 'freezePeriod', FREEZE_SECONDS],
  ['DharmaProtectionTypes', 'hastyLiftPeriod', HASTY_LIFT_SECONDS],
  ['DharmaProtectionTypes', 'memoryPeriod', MEMORY_SECONDS],
  ['DharmaProtectionTypes', 'recoveryDelay', RECOVERY_DELAY_SECONDS],
  ['DharmaProtectionTypes', 'votingPeriod', VOTING_SECONDS],
  ['DharmaStanding', 'minTime', STANDING_SECONDS],
] as const)('%s.%s is %i seconds', (contract, name, seconds) => {
  expect(readContractSource(contract)).toContain(`${name}(): UFix64 {\n        return ${seconds}.0`)
})

it.each([
  ['maxOpenPerAppointed', MAX_OPEN_PER_APPOINTED],
  ['maxOpenPerPerson', MAX_OPEN_PER_PERSON],
  ['maxShared', MAX_SHARED_PLACES],
])('DharmaGovernance.%s is %i', (name, places) => {
  expect(readContractSource('DharmaGovernance')).toContain(
    `fun ${name}(): Int {\n        return ${places}\n`,
  )
})
