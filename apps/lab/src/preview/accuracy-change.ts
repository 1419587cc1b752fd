import { scored } from '../backtest/backtest-file.ts'
import { type Figures, figuresOf } from '../measure/figures.ts'
import { readSets, type WalletSet } from '../read/read-sets.ts'
import type { Versions } from './level-changes.ts'

/** Figures of one illicit label of a set by both versions of the score. */
export interface AccuracyChange {
  set: string
  label: string
  before: Figures
  after: Figures
}

/** How accuracy changes on every set of labelled wallets in a folder, as the backtest measures it. */
export async function accuracyChanges(
  versions: Versions,
  folder: string,
): Promise<AccuracyChange[]> {
  return (await readSets(folder)).flatMap((set) => changesIn(versions, set))
}

function changesIn({ from, to }: Versions, { name, wallets }: WalletSet): AccuracyChange[] {
  const normal = wallets.filter(({ isIllicit }) => !isIllicit)
  const illicit = wallets.filter(({ isIllicit }) => isIllicit)
  const byLabel = Map.groupBy(illicit, ({ label }) => label)
  return [...byLabel].map(([label, own]) => {
    const figuresBy = (engine: Versions['from']) =>
      figuresOf([...own, ...normal].map((one) => scored(one, { isListOff: false }, engine)))
    return { set: name, label, before: figuresBy(from), after: figuresBy(to) }
  })
}
