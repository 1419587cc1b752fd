import { CASE_ID_PATTERN } from '@app/values/case-id.ts'
import { FACTOR_UNIT, FACTORS, WEIGHT_PERCENT } from '@app/values/factor.ts'
import { MAX_VOTES_PER_MESSAGE, MIN_JUROR_SCORE, MIN_VOTER_SCORE } from '@app/values/limits.ts'
import { getGround, REASON_CODES } from '@app/values/reason-code.ts'
import { RISK_LEVEL_DEFINITIONS, RISK_LEVELS } from '@app/values/risk-level.ts'
import { expect, test } from 'vitest'
import { readContractSource } from './contract-sources.ts'

const DharmaFlaggers = readContractSource('DharmaFlaggers')
const DharmaProtectionTypes = readContractSource('DharmaProtectionTypes')
const DharmaScore = readContractSource('DharmaScore')
const DharmaVoterEligibility = readContractSource('DharmaVoterEligibility')

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
    /fun maxVotesPerMessage\(\): Int \{\s*return (\d+)/.exec(
      readContractSource('DharmaGovernance'),
    ) ?? []
  expect(`${MAX_VOTES_PER_MESSAGE}`).toBe(maximum)
})

test('DharmaFlaggers takes case ids of the same length as @app/values', () => {
  const [, maximum] = /fun maxCaseId\(\): Int \{\s*return (\d+)/.exec(DharmaFlaggers) ?? []
  expect(CASE_ID_PATTERN).toBe(`^[!-~]{1,${maximum}}$`)
})

test('flags have the reason codes of @app/values, and the same ground', () => {
  const [, list = ''] =
    /fun reasonCodes\(\): \[String\] \{\s*return \[(.*)\]/.exec(DharmaProtectionTypes) ?? []
  const codes = list.split(', ').map((code) => code.replaceAll('"', ''))
  expect(codes.toSorted()).toEqual(REASON_CODES.toSorted())
  expect(DharmaFlaggers).toContain(`is not ${codes.slice(0, -1).join(', ')} or ${codes.at(-1)}`)
  const [, code, ground] =
    /return reasonCode == "(\w+)" \? "(\w+)" : reasonCode/.exec(DharmaProtectionTypes) ?? []
  expect(REASON_CODES.filter((one) => getGround(one) !== one)).toEqual([code])
  expect(getGround(code ?? '')).toBe(ground)
})
