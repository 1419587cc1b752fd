import { expect, test } from 'vitest'
import { RISK_LEVEL_DEFINITIONS, RISK_LEVELS, toRiskLevel } from './risk-level.ts'

test.each([
  [0, 'HIGH_RISK'],
  [29.9, 'HIGH_RISK'],
  [30, 'SUSPICIOUS'],
  [44.9, 'SUSPICIOUS'],
  [45, 'NORMAL'],
  [74.9, 'NORMAL'],
  [75, 'TRUSTED'],
  [100, 'TRUSTED'],
])('a score of %d is %s', (score, level) => expect(toRiskLevel(score)).toBe(level))

test('each level begins at its lowest score', () => {
  for (const level of RISK_LEVELS) {
    expect(toRiskLevel(RISK_LEVEL_DEFINITIONS[level].fromScore)).toBe(level)
  }
})
