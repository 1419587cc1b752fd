import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { buildPolicy, getClearingScore } from './policy.ts'

it('the policy is that of the settings, with fixed margins and times', () => {
  expect(buildPolicy(readConfig({}))).toEqual({
    isEnabled: true,
    flagBelow: 30,
    warnBelow: SUSPECTED_BELOW,
    clearingMargin: 5,
    clearAfterMs: 3_600_000,
    canFlag: true,
    freezeConfidence: 0.6,
    freezeKinds: 2,
    repeatAfterMs: 604_800_000,
  })
})

it('an accusation ends five points above the threshold below which it was made', () => {
  const policy = buildPolicy(readConfig({}))
  expect([29.9, 30, 44.9].map((score) => getClearingScore(policy, score))).toEqual([35, 50, 50])
})

it('the agent warns at least where it flags', () => {
  const { flagBelow, warnBelow } = buildPolicy(readConfig({ LOW_SCORE_THRESHOLD: '80' }))
  expect([flagBelow, warnBelow]).toEqual([80, 80])
})
