import { RISK_LEVELS } from '@app/values/risk-level.ts'
import { expect, test } from 'vitest'
import {
  type AdviceSituation,
  describeCounterpartyAdvice,
  describeOwnerAdvice,
} from './describe-advice.ts'

const ordinary: AdviceSituation = {
  ...{ isUnknown: false, isRobbed: false, isAccused: false, isOnlyWarned: false },
  riskLevel: 'NORMAL',
  appeal: 'none',
}
const warned = { isAccused: true, isOnlyWarned: true }

test.each<[Partial<AdviceSituation>, RegExp]>([
  [{ riskLevel: 'HIGH_RISK', isAccused: true }, /^Do not send/],
  [{ riskLevel: 'HIGH_RISK' }, /^Do not send/],
  [{ isAccused: true }, /^Do not deal .+ until/],
  [{ riskLevel: 'SUSPICIOUS' }, /^Be careful/],
  [{ riskLevel: 'SUSPICIOUS', ...warned }, /^Be careful/],
  [{ riskLevel: 'SUSPICIOUS', isRobbed: true }, /^Be careful/],
  [{ isUnknown: true }, /^Treat it like a stranger: too little/],
  [{ isUnknown: true, ...warned }, /^Be careful/],
  [{ isRobbed: true, ...warned }, /^Be careful/],
  [{}, /^You can deal with it/],
  [{ riskLevel: 'TRUSTED' }, /^You can deal with it/],
  [{ isRobbed: true }, /^It was robbed: .+ owner/],
])('somebody who meets %j is told %s', (change, pattern) => {
  expect(describeCounterpartyAdvice({ ...ordinary, ...change }).summary).toMatch(pattern)
})

test.each([
  ['possible', /^Appeal/],
  ['open', /^Your appeal is open/],
  ['statement', /^State your side/],
  ['none', /^Read the warnings/],
] as const)(
  'the owner of an accused wallet, whose appeal is %s, is told so, and not to raise the score',
  (appeal, pattern) => {
    for (const riskLevel of RISK_LEVELS) {
      const advice = describeOwnerAdvice({ ...ordinary, riskLevel, isAccused: true, appeal })
      expect(advice.summary).toMatch(pattern)
      expect([advice.summary, ...advice.points].join(' ')).not.toMatch(/raise|improve|better/i)
    }
  },
)

test('the owner of an ordinary wallet is told of the review and of the vault', () => {
  expect(describeOwnerAdvice(ordinary).points.join(' ')).toMatch(/request a review.+guarded vault/)
})
