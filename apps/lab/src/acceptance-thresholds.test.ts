import type { AccusationFigures } from '@app/score/tables/accuracy.ts'
import { ACCUSATIONS } from '@app/score/tables/conformal-tables.generated.ts'
import { ACCURACY } from '@app/score/tables/fitted-tables.generated.ts'
import { expect, test } from 'vitest'
import {
  buildAccusationThresholds,
  buildFiveFoldThresholds,
  buildLevelThresholds,
  formatThreshold,
  isThresholdMissed,
} from './acceptance-thresholds.ts'

const listMissed = (thresholds: ReturnType<typeof buildFiveFoldThresholds>) =>
  thresholds.filter(isThresholdMissed).map(formatThreshold)

const ILLICIT = { TRUSTED: 0.01, NORMAL: 0.24, SUSPICIOUS: 0.5, HIGH_RISK: 0.25 }
const NORMAL = { TRUSTED: 0, NORMAL: 0.9, SUSPICIOUS: 0.095, HIGH_RISK: 0.005 }

test.each([
  ['phishing', {}, {}, []],
  ['phishing', { SUSPICIOUS: 0.49 }, {}, ['illicit below 45, list off, phishing of a: 0.7400']],
  ['phishing', { TRUSTED: 0.011 }, {}, ['illicit in TRUSTED, list off, phishing of a: 0.0110']],
  ['phishing', {}, { SUSPICIOUS: 0.096 }, ['normal below 45, list off, phishing of a: 0.1010']],
  [
    'phishing',
    {},
    { HIGH_RISK: 0.006 },
    [
      'normal below 45, list off, phishing of a: 0.1010',
      'normal in HIGH_RISK, list off, phishing of a: 0.0060',
    ],
  ],
  ['ponzi', { SUSPICIOUS: 0 }, {}, []],
])('the levels of %s with illicit %j and normal %j miss %j', (label, illicit, normal, missed) => {
  const levels = {
    levelsIllicit: { ...ILLICIT, ...illicit },
    levelsNormal: { ...NORMAL, ...normal },
  }
  const lines = listMissed(buildLevelThresholds('list off', [{ file: 'a', label, ...levels }]))
  expect(lines.map((line) => line.replace(/^missed |, at (least|most) [\d.]+$/g, ''))).toEqual(
    missed,
  )
})

test('the shipped tables meet every five-fold threshold; a lower or a missing figure misses it', () => {
  const [first, ...others] = ACCURACY
  expect(buildFiveFoldThresholds(ACCURACY)).toHaveLength(6)
  expect(listMissed(buildFiveFoldThresholds(ACCURACY))).toEqual([])
  expect(listMissed(buildFiveFoldThresholds([{ ...first!, auc: 0.9549 }, ...others]))).toHaveLength(
    1,
  )
  expect(listMissed(buildFiveFoldThresholds(others))).toEqual([
    'missed five-fold AUC, broad, illicit: not measured, at least 0.955',
    'missed five-fold recall at 1 %, broad, illicit: not measured, at least 0.5',
  ])
})

const changeRaw = (change: (own: AccusationFigures) => AccusationFigures) =>
  ACCUSATIONS.map((own) =>
    own.set === 'raw' && own.label === 'phishing' && own.illicitShare === 0.1 ? change(own) : own,
  )
const flagOrdinary = (flagged: number) =>
  changeRaw((own) => ({ ...own, ordinary: { ...own.ordinary, flagged } }))

test.each([
  ['the shipped figures', ACCUSATIONS, []],
  ['one ordinary wallet in 500', flagOrdinary(1), []],
  [
    'two of them',
    flagOrdinary(2),
    ['missed ordinary flagged by behaviour alone, raw, phishing: 0.0023, at most 0.002'],
  ],
  [
    'none of many illicit ones',
    changeRaw((own) => ({ ...own, illicit: { ...own.illicit, flagged: 0 } })),
    [
      'missed illicit flagged by behaviour alone where they are 10 %, raw, phishing: 0.0000, at least 0.1',
    ],
  ],
  [
    'a set that was not measured',
    ACCUSATIONS.filter(({ set }) => set !== 'broad'),
    ['missed ordinary flagged by behaviour alone, broad, illicit: not measured, at most 0.002'],
  ],
])('accusations by behaviour alone: %s', (_, figures, missed) => {
  expect(buildAccusationThresholds(figures)).toHaveLength(6)
  expect(listMissed(buildAccusationThresholds(figures))).toEqual(missed)
})
