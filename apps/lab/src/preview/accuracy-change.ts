import { scoreWallet } from '../backtest/backtest-file.ts'
import { computeFigures, type Figures } from '../measure/figures.ts'
import { readWalletSets, type WalletSet } from '../read/read-wallet-sets.ts'
import type { EngineVersions } from './level-changes.ts'

/** Figures of one illicit label of a set by both versions of the score. */
export interface AccuracyChange {
  set: string
  label: string
  before: Figures
  after: Figures
}

/** Measures how accuracy changes on every set of labelled wallets in a folder, in the same way as the backtest. */
export async function measureAccuracyChanges(
  versions: EngineVersions,
  folder: string,
): Promise<AccuracyChange[]> {
  return (await readWalletSets(folder)).flatMap((set) => measureSetChanges(versions, set))
}

function measureSetChanges(
  { from, to }: EngineVersions,
  { name, wallets }: WalletSet,
): AccuracyChange[] {
  const normal = wallets.filter(({ isIllicit }) => !isIllicit)
  const illicit = wallets.filter(({ isIllicit }) => isIllicit)
  const byLabel = Map.groupBy(illicit, ({ label }) => label)
  return [...byLabel].map(([label, own]) => {
    const computeFiguresWith = (engine: EngineVersions['from']) =>
      computeFigures(
        [...own, ...normal].map((one) => scoreWallet(one, { isListOff: false }, engine)),
      )
    return { set: name, label, before: computeFiguresWith(from), after: computeFiguresWith(to) }
  })
}
