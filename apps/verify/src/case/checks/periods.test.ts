import { CONTRACTS } from '@app/contracts/contracts.generated.ts'
import { expect, it } from 'vitest'
import { APPEAL_PERIOD, SECOND_PROPOSAL_MARGIN } from './find-appeal-difference.ts'
import { FREEZE_EXTENSION, FREEZE_PERIOD } from './find-freeze-finding.ts'

it.each([
  ['appealPeriod', APPEAL_PERIOD],
  ['secondBallotMargin', SECOND_PROPOSAL_MARGIN],
  ['freezePeriod', FREEZE_PERIOD],
  ['freezeExtension', FREEZE_EXTENSION],
])('DharmaProtectionTypes.%s is %i seconds', (field, seconds) => {
  expect(CONTRACTS.DharmaProtectionTypes).toContain(`self.${field} = ${seconds}.0`)
})
