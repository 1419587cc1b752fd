import { judge } from '@app/score/judge.ts'
import { mapFactors } from '@app/values/factor.ts'
import { type CalibrationBand, computeCalibration } from '../measure/calibration.ts'
import type { Engine } from '../measure/engine.ts'
import { computeFigures, type Figures, type ScoredWallet } from '../measure/figures.ts'
import { readWallets } from '../read/read-wallets.ts'
import type { LabelledWallet } from '../read/wallet.ts'

/** Figures of one illicit label against the normal wallets of the same file. */
export interface SetFigures extends Figures {
  file: string
  label: string
  confidence: CalibrationBand[]
}

export interface BacktestOptions {
  /** Scores as if no scam list were loaded, instead of one that none of the wallets had contact with. */
  isListOff: boolean
}

/** Scores every wallet of a file with the shipped engine. Returns one set of figures for each illicit label. */
export async function backtestFile(file: string, options: BacktestOptions): Promise<SetFigures[]> {
  const wallets = await readWallets(file)
  const normal = wallets
    .filter(({ isIllicit }) => !isIllicit)
    .map((one) => scoreWallet(one, options))
  const illicit = wallets.filter(({ isIllicit }) => isIllicit)
  const byLabel = Map.groupBy(illicit, ({ label }) => label)
  return [...byLabel].map(([label, own]) => {
    const set = [...own.map((one) => scoreWallet(one, options)), ...normal]
    return { file, label, ...computeFigures(set), confidence: computeCalibration(set) }
  })
}

/** A known list that the wallet had no contact with. The score does not depend on the size of the list. */
const NO_CONTACTS = { listedCount: 1, entries: [] }

/** Scores a labelled wallet with the shipped engine, or with that of another version. */
export function scoreWallet(
  { facts, isIllicit }: LabelledWallet,
  { isListOff }: BacktestOptions,
  engine: Engine = judge,
): ScoredWallet {
  const judgement = engine(isListOff ? facts : { ...facts, contacts: NO_CONTACTS })
  const { score, confidence, factors } = judgement
  return {
    isIllicit,
    score,
    confidence,
    factors: mapFactors((factor) => factors[factor].value),
  }
}
