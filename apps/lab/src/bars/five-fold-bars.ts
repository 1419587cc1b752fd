import type { FiveFoldFigures } from '@app/score/tables/accuracy.ts'
import type { Bar } from './bar.ts'

interface Least {
  set: string
  label: string
  auc: number
  /** Of the sets that a recall is asked of. */
  recallAt1?: number
}

const LEAST: readonly Least[] = [
  { set: 'broad', label: 'illicit', auc: 0.955, recallAt1: 0.5 },
  { set: 'graph', label: 'phishing', auc: 0.97 },
  { set: 'raw', label: 'phishing', auc: 0.96, recallAt1: 0.5 },
  { set: 'raw', label: 'hack', auc: 0.96 },
]

/** What tables must reach on wallets that they were not fitted to. */
export function fiveFoldBars(figures: readonly FiveFoldFigures[]): Bar[] {
  return LEAST.flatMap(({ set, label, auc, recallAt1 }) => {
    const own = figures.find((one) => one.set === set && one.label === label)
    const bar = (what: string, limit: number, figure: number | null = null): Bar => ({
      what: `five-fold ${what}, ${set}, ${label}`,
      figure,
      bound: 'at least',
      limit,
    })
    const found = recallAt1 === undefined ? [] : [bar('recall at 1 %', recallAt1, own?.recallAt1)]
    return [bar('AUC', auc, own?.auc), ...found]
  })
}
