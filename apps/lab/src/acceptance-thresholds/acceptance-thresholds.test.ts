import { ACCURACY } from '@app/score/tables/fitted-tables.generated.ts'
import { mapFactors } from '@app/values/factor.ts'
import { expect, test } from 'vitest'
import type { SetFigures } from '../backtest/backtest-file.ts'
import { formatThreshold, isThresholdMissed } from './acceptance-threshold.ts'
import { buildFiveFoldThresholds } from './build-five-fold-thresholds.ts'
import { buildLevelThresholds } from './build-level-thresholds.ts'

const GOOD: SetFigures = {
  file: 'a.jsonl',
  label: 'phishing',
  normal: 100,
  illicit: 100,
  auc: 1,
  recallAt1: 1,
  recallAt5: 1,
  levelsIllicit: { TRUSTED: 0.01, NORMAL: 0.24, SUSPICIOUS: 0.5, HIGH_RISK: 0.25 },
  levelsNormal: { TRUSTED: 0, NORMAL: 0.9, SUSPICIOUS: 0.095, HIGH_RISK: 0.005 },
  factors: mapFactors(() => null),
  confidence: [],
}

const listMissed = (set: SetFigures) =>
  buildLevelThresholds('list off', [set]).filter(isThresholdMissed).map(formatThreshold)

test('a set exactly at its limits meets them', () => {
  expect(buildLevelThresholds('list off', [GOOD])).toHaveLength(4)
  expect(listMissed(GOOD)).toEqual([])
})

test.each<[keyof SetFigures, Partial<SetFigures['levelsNormal']>, string]>([
  [
    'levelsIllicit',
    { SUSPICIOUS: 0.49 },
    'illicit below 45, list off, phishing of a.jsonl: 0.7400',
  ],
  [
    'levelsIllicit',
    { TRUSTED: 0.011 },
    'illicit in TRUSTED, list off, phishing of a.jsonl: 0.0110',
  ],
  ['levelsNormal', { SUSPICIOUS: 0.096 }, 'normal below 45, list off, phishing of a.jsonl: 0.1010'],
])('%s of %j is named with its figure', (side, change, line) => {
  const worse = { ...GOOD, [side]: { ...(GOOD[side] as object), ...change } }
  expect(listMissed(worse).join()).toMatch(
    new RegExp(`^missed +${line}, at (least|most) 0\\.\\d+$`),
  )
})

test('one normal wallet too many in HIGH_RISK can miss two thresholds', () => {
  const levelsNormal = { ...GOOD.levelsNormal, HIGH_RISK: 0.006 }
  expect(listMissed({ ...GOOD, levelsNormal })).toHaveLength(2)
})

test('ponzi wallets have no threshold', () => {
  expect(buildLevelThresholds('list off', [{ ...GOOD, label: 'ponzi' }])).toEqual([])
})

test('the shipped figures meet every five-fold threshold', () => {
  expect(buildFiveFoldThresholds(ACCURACY)).toHaveLength(6)
  expect(buildFiveFoldThresholds(ACCURACY).filter(isThresholdMissed)).toEqual([])
})

test('a figure that is too low is missed, and so is one that was not measured', () => {
  const [first, ...others] = ACCURACY
  expect(
    buildFiveFoldThresholds([{ ...first!, auc: 0.9549 }, ...others]).filter(isThresholdMissed),
  ).toHaveLength(1)
  expect(buildFiveFoldThresholds(others).filter(isThresholdMissed).map(formatThreshold)).toEqual([
    'missed five-fold AUC, broad, illicit: not measured, at least 0.955',
    'missed five-fold recall at 1 %, broad, illicit: not measured, at least 0.5',
  ])
})
