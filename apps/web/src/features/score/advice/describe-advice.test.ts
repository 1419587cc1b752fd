import { RISK_LEVELS } from '@app/values/risk-level.ts'
import { expect, test } from 'vitest'
import {
  type AdviceSituation,
  describeCounterpartyAdvice,
  describeOwnerAdvice,
} from './describe-advice.ts'

const ordinary: AdviceSituation = {
  riskLevel: 'NORMAL',
  isUnknown: false,
  isRobbed: false,
  isAccused: false,
  isOnlyWarned: false,
  appeal: 'none',
}

test.each([
  [{ ...ordinary, riskLevel: 'HIGH_RISK', isAccused: true }, /^Do not send/],
  [{ ...ordinary, riskLevel: 'HIGH_RISK' }, /^Do not send/],
  [{ ...ordinary, isAccused: true }, /^Do not deal .+ until/],
  [{ ...ordinary, riskLevel: 'SUSPICIOUS' }, /^Be careful/],
  [{ ...ordinary, riskLevel: 'SUSPICIOUS', isAccused: true, isOnlyWarned: true }, /^Be careful/],
  [{ ...ordinary, isUnknown: true }, /^Treat it like a stranger: too little/],
  [{ ...ordinary, isUnknown: true, isAccused: true, isOnlyWarned: true }, /^Be careful/],
  [{ ...ordinary, isRobbed: true, isAccused: true, isOnlyWarned: true }, /^Be careful/],
  [ordinary, /^You can deal with it/],
  [{ ...ordinary, riskLevel: 'TRUSTED' }, /^You can deal with it/],
  [{ ...ordinary, isRobbed: true }, /^It was robbed: .+ owner/],
  [{ ...ordinary, riskLevel: 'SUSPICIOUS', isRobbed: true }, /^Be careful/],
] as const)('somebody who meets %j is told %s', (situation, pattern) => {
  expect(describeCounterpartyAdvice(situation).summary).toMatch(pattern)
})

test('the owner of an accused wallet is led to the appeal first, whatever its score', () => {
  for (const riskLevel of RISK_LEVELS) {
    const advice = describeOwnerAdvice({
      ...ordinary,
      riskLevel,
      isAccused: true,
      appeal: 'possible',
    })
    expect(advice.summary).toMatch(/^Appeal/)
    expect([advice.summary, ...advice.points].join(' ')).not.toMatch(/raise|improve|better/i)
  }
})

test('the owner of an ordinary wallet is told of the review and of the vault', () => {
  expect(describeOwnerAdvice(ordinary).points.join(' ')).toMatch(/request a review.+guarded vault/)
})

test.each([
  ['open', /^Your appeal is open/],
  ['statement', /^State your side/],
  ['none', /^Read what is held/],
] as const)('where an appeal is %s, the owner is not told to appeal', (appeal, pattern) => {
  expect(describeOwnerAdvice({ ...ordinary, isAccused: true, appeal }).summary).toMatch(pattern)
})
