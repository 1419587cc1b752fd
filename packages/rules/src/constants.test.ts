import { readContractSource } from '@app/contracts/contract-sources.ts'
import { MIN_VOTES_FOR, VOTES_REQUIRED } from '@app/values/limits.ts'
import { expect, it } from 'vitest'
import {
  BAR_SECONDS,
  EXECUTION_SECONDS,
  FREEZE_SECONDS,
  HASTY_LIFT_SECONDS,
  MAX_OPEN_PER_APPOINTED,
  MAX_OPEN_PER_PERSON,
  MAX_SEQUENCE_STEP,
  MAX_SHARED_PLACES,
  MAX_VALIDITY_SECONDS,
  MEMORY_SECONDS,
  RECOVERY_DELAY_SECONDS,
  STANDING_SECONDS,
  VOTING_SECONDS,
} from './constants.ts'

const { proposals, votes, appeals } = MAX_VALIDITY_SECONDS

it.each([
  ['DharmaProtectionTypes', 'barPeriod(): UFix64', `${BAR_SECONDS}.0`],
  ['DharmaProtectionTypes', 'executionPeriod(): UFix64', `${EXECUTION_SECONDS}.0`],
  ['DharmaProtectionTypes', 'freezePeriod(): UFix64', `${FREEZE_SECONDS}.0`],
  ['DharmaProtectionTypes', 'hastyLiftPeriod(): UFix64', `${HASTY_LIFT_SECONDS}.0`],
  ['DharmaProtectionTypes', 'memoryPeriod(): UFix64', `${MEMORY_SECONDS}.0`],
  ['DharmaProtectionTypes', 'recoveryDelay(): UFix64', `${RECOVERY_DELAY_SECONDS}.0`],
  ['DharmaProtectionTypes', 'votingPeriod(): UFix64', `${VOTING_SECONDS}.0`],
  ['DharmaStanding', 'minTime(): UFix64', `${STANDING_SECONDS}.0`],
  ['DharmaGovernance', 'maxOpenPerAppointed(): Int', `${MAX_OPEN_PER_APPOINTED}`],
  ['DharmaGovernance', 'maxOpenPerPerson(): Int', `${MAX_OPEN_PER_PERSON}`],
  ['DharmaGovernance', 'maxShared(): Int', `${MAX_SHARED_PLACES}`],
  ['DharmaProposals', 'votesRequired(): UInt64', `${VOTES_REQUIRED}`],
  ['DharmaConsent', 'maxSequenceStep(): UInt64', `${MAX_SEQUENCE_STEP}`],
] as const)('%s.%s returns %s', (contract, signature, value) => {
  expect(readContractSource(contract)).toContain(`fun ${signature} {\n        return ${value}\n`)
})

it('a recovery needs as many votes For as other proposals need votes', () => {
  expect(MIN_VOTES_FOR).toEqual({ freeze: 0, unfreeze: 0, recover: VOTES_REQUIRED })
  expect(readContractSource('DharmaProposals')).toContain(
    'return self.terms.action == Action.recover ? self.votesRequired : 0\n',
  )
})

it('messages of each series are valid as long as the contract lets them', () => {
  expect(votes).toBe(proposals)
  expect(readContractSource('DharmaConsent')).toContain(
    `return series == Series.appeals ? ${appeals} : ${votes}\n`,
  )
})
