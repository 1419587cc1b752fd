import type { FiveFoldFigures } from '@app/score/tables/accuracy.ts'
import type { AcceptanceThreshold } from './acceptance-threshold.ts'

interface FiveFoldMinimum {
  set: string
  label: string
  auc: number
  /** Only for sets with a required recall. */
  recallAt1?: number
}

const FIVE_FOLD_MINIMUMS: readonly FiveFoldMinimum[] = [
  { set: 'broad', label: 'illicit', auc: 0.955, recallAt1: 0.5 },
  { set: 'graph', label: 'phishing', auc: 0.97 },
  { set: 'raw', label: 'phishing', auc: 0.96, recallAt1: 0.5 },
  { set: 'raw', label: 'hack', auc: 0.96 },
]

/** Returns the thresholds that tables must meet on wallets that they were not fitted to. */
export function buildFiveFoldThresholds(
  figures: readonly FiveFoldFigures[],
): AcceptanceThreshold[] {
  return FIVE_FOLD_MINIMUMS.flatMap(({ set, label, auc, recallAt1 }) => {
    const own = figures.find((one) => one.set === set && one.label === label)
    const buildThreshold = (
      what: string,
      limit: number,
      figure: number | null = null,
    ): AcceptanceThreshold => ({
      metric: `five-fold ${what}, ${set}, ${label}`,
      figure,
      bound: 'at least',
      limit,
    })
    const found =
      recallAt1 === undefined ? [] : [buildThreshold('recall at 1 %', recallAt1, own?.recallAt1)]
    return [buildThreshold('AUC', auc, own?.auc), ...found]
  })
}
