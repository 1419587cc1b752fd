import { scoreWallet } from '../backtest/backtest-file.ts'
import { computeFigures, type Figures } from '../measure/figures.ts'
import { readSets, type WalletSet } from '../read/read-sets.ts'
import type { Versions } from './level-changes.ts'

/** Figures of one illicit label of a set by both versions of the score. */
export interface AccuracyChange {
  set: string
  label: string
  before: Figures
  after: Figures
}

/** Measures how accuracy changes on every set of labelled wallets in a folder, in the same way as the backtest. */
export async function measureAccuracyChanges(
  versions: Versions,
  folder: string,
): Promise<AccuracyChange[]> {
  return (await readSets(folder)).flatMap((set) => measureSetChanges(versions, set))
}

function measureSetChanges({ from, to }: Versions, { name, wallets }: WalletSet): AccuracyChange[] {
  const normal = wallets.filter(({ isIllicit }) => !isIllicit)
  const illicit = wallets.filter(({ isIllicit }) => isIllicit)
  const byLabel = Map.groupBy(illicit, ({ label }) => label)
  return [...byLabel].map(([label, own]) => {
    const computeFiguresWith = (engine: Versions['from']) =>
      computeFigures(
        [...own, ...normal].map((one) => scoreWallet(one, { isListOff: false }, engine)),
      )
    return { set: name, label, before: computeFiguresWith(from), after: computeFiguresWith(to) }
  })
}
