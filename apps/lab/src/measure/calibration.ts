import { computeAuc } from './auc.ts'
import type { ScoredWallet } from './figures.ts'

/** Accuracy of the score among wallets of similar confidence. */
export interface CalibrationBand {
  /** Confidence from (included) and to (excluded; 1 is in the last band). */
  from: number
  to: number
  normal: number
  illicit: number
  auc: number | null
}

const CUTS = [0, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 1] as const

/** Computes the non-empty bands of confidence. In a calibrated score the AUC grows with confidence. */
export function computeCalibration(wallets: readonly ScoredWallet[]): CalibrationBand[] {
  return CUTS.slice(1).flatMap((to, index) => {
    const from = CUTS[index] ?? 0
    const band = wallets.filter(({ confidence }) => isWithin(confidence, from, to))
    const selectScores = (isIllicit: boolean): number[] =>
      band.filter((wallet) => wallet.isIllicit === isIllicit).map(({ score }) => score)
    const [illicit, normal] = [selectScores(true), selectScores(false)]
    if (band.length === 0) return []
    const auc = computeAuc(illicit, normal)
    return [{ from, to, normal: normal.length, illicit: illicit.length, auc }]
  })
}

function isWithin(value: number, from: number, to: number): boolean {
  return value >= from && (value < to || (to === 1 && value === 1))
}
