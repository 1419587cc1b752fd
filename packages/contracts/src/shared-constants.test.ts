import { CASE_ID_PATTERN } from '@app/values/cases/case-id.ts'
import { FACTOR_UNIT, FACTORS, WEIGHT_PERCENT } from '@app/values/factor.ts'
import { MAX_VOTES_PER_MESSAGE, MIN_JUROR_SCORE, MIN_VOTER_SCORE } from '@app/values/limits.ts'
import { RISK_LEVEL_DEFINITIONS, RISK_LEVELS } from '@app/values/risk-level.ts'
import { expect, test } from 'vitest'
import { CONTRACTS } from './contracts.generated.ts'

const { DharmaScore, DharmaVoterEligibility } = CONTRACTS

test('DharmaScore has the weights and the levels of @app/values', () => {
  const weights = FACTORS.map((factor) => WEIGHT_PERCENT[factor])
  expect(DharmaScore).toContain(
    `weightPercent(): [UInt64] {\n        return [${weights.join(', ')}]`,
  )
  expect(DharmaScore).toContain(
    `factorUnit(): UInt64 {\n        return ${FACTOR_UNIT.toLocaleString('en').replace(',', '_')}`,
  )
  const thresholds = [...DharmaScore.matchAll(/\bscoreTenths < (\d+)/g)].map(([, text]) => text)
  expect(thresholds).toEqual(
    RISK_LEVELS.slice(1).map((level) => `${RISK_LEVEL_DEFINITIONS[level].fromScore * 10}`),
  )
})

test('DharmaVoterEligibility demands the scores of @app/values', () => {
  expect(DharmaVoterEligibility).toContain(
    `minScoreTenths(): UInt64 {\n        return ${MIN_VOTER_SCORE * 10}`,
  )
  expect(DharmaVoterEligibility).toContain(
    `minJurorScoreTenths(): UInt64 {\n        return ${MIN_JUROR_SCORE * 10}`,
  )
  expect(DharmaVoterEligibility).toContain(`is below ${MIN_VOTER_SCORE}:`)
})

test('DharmaGovernance takes as many votes in a message as @app/values', () => {
  const [, maximum] =
    /fun maxVotesPerMessage\(\): Int \{\s*return (\d+)/.exec(CONTRACTS.DharmaGovernance) ?? []
  expect(`${MAX_VOTES_PER_MESSAGE}`).toBe(maximum)
})

test('DharmaFlaggers takes case ids of the same length as @app/values', () => {
  const { DharmaFlaggers } = CONTRACTS
  const [, maximum] = /fun maxCaseId\(\): Int \{\s*return (\d+)/.exec(DharmaFlaggers) ?? []
  expect(CASE_ID_PATTERN).toBe(`^[!-~]{1,${maximum}}$`)
})
