import { CONTRACTS } from '@app/contracts/contracts.generated.ts'
import { expect, it } from 'vitest'
import {
  FREEZE_EXTENSION_SECONDS,
  FREEZE_SECONDS,
  RECOVERY_DELAY_SECONDS,
  SECOND_PROPOSAL_MARGIN_SECONDS,
  STANDING_SECONDS,
} from './durations.ts'

it.each([
  ['DharmaProtectionTypes', 'freezePeriod', FREEZE_SECONDS],
  ['DharmaProtectionTypes', 'freezeExtension', FREEZE_EXTENSION_SECONDS],
  ['DharmaProtectionTypes', 'recoveryDelay', RECOVERY_DELAY_SECONDS],
  ['DharmaProtectionTypes', 'secondBallotMargin', SECOND_PROPOSAL_MARGIN_SECONDS],
] as const)('%s.%s is %i seconds', (contract, field, seconds) => {
  expect(CONTRACTS[contract]).toContain(`self.${field} = ${seconds}.0`)
})

it('DharmaStanding.minTime() is the standing time of a voter', () => {
  expect(CONTRACTS.DharmaStanding).toContain(
    `minTime(): UFix64 {\n        return ${STANDING_SECONDS}.0`,
  )
})
