import { readContractSource } from '@app/contracts/contract-sources.ts'
import { expect, it } from 'vitest'
import { EXECUTION_PERIOD } from '../votes/counts.ts'
import { FREEZE_PERIOD } from './freezes.ts'

it.each([
  ['freezePeriod', FREEZE_PERIOD],
  ['executionPeriod', EXECUTION_PERIOD],
])('DharmaProtectionTypes.%s is %i seconds', (name, seconds) => {
  const period = new RegExp(`fun ${name}\\(\\): UFix64 \\{\\s+return ${seconds}\\.0`)
  expect(readContractSource('DharmaProtectionTypes')).toMatch(period)
})
