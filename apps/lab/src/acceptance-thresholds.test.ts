import type { AccusationFigures } from '@app/score/tables/accuracy.ts'
import { ACCUSATIONS } from '@app/score/tables/conformal-tables.generated.ts'
import { ACCURACY } from '@app/score/tables/fitted-tables.generated.ts'
import { mapFactors } from '@app/values/factor.ts'
import { describe, expect, test } from 'vitest'
import {
  buildAccusationThresholds,
  buildFiveFoldThresholds,
  buildLevelThresholds,
  formatThreshold,
  isThresholdMissed,
} from './acceptance-thresholds.ts'
import type { SetFigures } from './measure-accuracy.ts'

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

describe('accusations by behaviour alone', () => {
  const listMissedAccusations = (figures: readonly AccusationFigures[]) =>
    buildAccusationThresholds(figures).filter(isThresholdMissed).map(formatThreshold)
  const changeRaw = (change: (own: AccusationFigures) => AccusationFigures) =>
    ACCUSATIONS.map((own) =>
      own.set === 'raw' && own.label === 'phishing' && own.illicitShare === 0.1 ? change(own) : own,
    )

  test('meet every threshold by the shipped figures', () => {
    expect(buildAccusationThresholds(ACCUSATIONS)).toHaveLength(6)
    expect(listMissedAccusations(ACCUSATIONS)).toEqual([])
  })

  test('may concern one ordinary wallet in 500, and no more, on any day', () => {
    const flag = (flagged: number) =>
      changeRaw((own) => ({ ...own, ordinary: { ...own.ordinary, flagged } }))
    expect(listMissedAccusations(flag(1))).toEqual([])
    expect(listMissedAccusations(flag(2))).toEqual([
      'missed ordinary flagged by behaviour alone, raw, phishing: 0.0023, at most 0.002',
    ])
  })

  test('find some of the illicit wallets where these are many', () => {
    const blind = changeRaw((own) => ({ ...own, illicit: { ...own.illicit, flagged: 0 } }))
    expect(listMissedAccusations(blind)).toEqual([
      'missed illicit flagged by behaviour alone where they are 10 %, raw, phishing: 0.0000, at least 0.1',
    ])
  })

  test('that were not measured miss their threshold', () => {
    expect(listMissedAccusations([])).toHaveLength(6)
    expect(listMissedAccusations(ACCUSATIONS.filter(({ set }) => set !== 'broad'))).toEqual([
      'missed ordinary flagged by behaviour alone, broad, illicit: not measured, at most 0.002',
    ])
  })
})
