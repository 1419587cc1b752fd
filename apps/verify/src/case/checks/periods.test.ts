import { CONTRACTS } from '@app/contracts/contracts.generated.ts'
import { expect, it } from 'vitest'
import { EXECUTION_PERIOD } from '../../votes/checks/voting-outcome.ts'
import { FREEZE_PERIOD } from './find-freeze-finding.ts'

it.each([
  ['freezePeriod', FREEZE_PERIOD],
  ['executionPeriod', EXECUTION_PERIOD],
])('DharmaProtectionTypes.%s is %i seconds', (name, seconds) => {
  const period = new RegExp(`fun ${name}\\(\\): UFix64 \\{\\s+return ${seconds}\\.0`)
  expect(CONTRACTS.DharmaProtectionTypes).toMatch(period)
})
