import { type Factor, mapFactors } from '@app/values/factor.ts'
import type { RiskLevel } from '@app/values/risk-level.ts'
import { computeAuc } from './auc.ts'
import { computeRecallAt } from './compute-recall-at.ts'
import { computeLevelShares } from './levels.ts'

/** A scored wallet: its score and its factors (0–10,000). */
export interface ScoredWallet {
  isIllicit: boolean
  score: number
  confidence: number
  factors: Record<Factor, number>
}

/** Accuracy of the score on the wallets of one illicit label and the normal ones of the same file. */
export interface Figures {
  normal: number
  illicit: number
  auc: number | null
  recallAt1: number | null
  recallAt5: number | null
  levelsIllicit: Record<RiskLevel, number>
  levelsNormal: Record<RiskLevel, number>
  /** AUC of each factor alone. */
  factors: Record<Factor, number | null>
}

export function computeFigures(wallets: readonly ScoredWallet[]): Figures {
  const illicit = wallets.filter(({ isIllicit }) => isIllicit)
  const normal = wallets.filter(({ isIllicit }) => !isIllicit)
  const splitByLabel = (read: (wallet: ScoredWallet) => number): [number[], number[]] => [
    illicit.map(read),
    normal.map(read),
  ]
  const scores = splitByLabel(({ score }) => score)
  return {
    normal: normal.length,
    illicit: illicit.length,
    auc: computeAuc(...scores),
    recallAt1: computeRecallAt(0.01, ...scores),
    recallAt5: computeRecallAt(0.05, ...scores),
    levelsIllicit: computeLevelShares(scores[0]),
    levelsNormal: computeLevelShares(scores[1]),
    factors: mapFactors((factor) => computeAuc(...splitByLabel(({ factors }) => factors[factor]))),
  }
}
