import type { FiveFoldFigures } from '@app/score/tables/accuracy.ts'
import { computeAuc } from '../measure/auc.ts'
import { computeRecallAt } from '../measure/compute-recall-at.ts'
import { computeLevelShares } from '../measure/levels.ts'
import type { WalletSet } from '../read/read-wallet-sets.ts'
import type { LabelledWallet } from '../read/wallet.ts'

type Scores = ReadonlyMap<LabelledWallet, number>

/** Five-fold figures, and two that the generated file does not contain: the share of each class below NORMAL, 0–1. */
export interface MeasuredFit {
  figures: FiveFoldFigures
  illicitSuspected: number
  normalSuspected: number
}

/** Computes the figures of each illicit label of each set from the wallets' scores. Labels without scores are left out. */
export function computeFiveFoldFigures(sets: readonly WalletSet[], scores: Scores): MeasuredFit[] {
  return sets.flatMap(({ name, wallets }) => {
    const scored = wallets.filter((wallet) => scores.has(wallet))
    const normal = scored.filter(({ isIllicit }) => !isIllicit)
    const byLabel = Map.groupBy(
      scored.filter(({ isIllicit }) => isIllicit),
      ({ label }) => label,
    )
    return [...byLabel].map(([label, illicit]) => ({
      figures: {
        set: name,
        label,
        normal: normal.length,
        illicit: illicit.length,
        ...computeRates(listScores(illicit, scores), listScores(normal, scores)),
      },
      illicitSuspected: computeSuspectedShare(listScores(illicit, scores)),
      normalSuspected: computeSuspectedShare(listScores(normal, scores)),
    }))
  })
}

function listScores(wallets: readonly LabelledWallet[], scores: Scores): number[] {
  return wallets.flatMap((wallet) => scores.get(wallet) ?? [])
}

function computeSuspectedShare(scores: readonly number[]): number {
  const { HIGH_RISK, SUSPICIOUS } = computeLevelShares(scores)
  return HIGH_RISK + SUSPICIOUS
}

function computeRates(illicit: readonly number[], normal: readonly number[]) {
  return {
    auc: roundToFourDecimals(computeAuc(illicit, normal)),
    recallAt1: roundToFourDecimals(computeRecallAt(0.01, illicit, normal)),
    recallAt5: roundToFourDecimals(computeRecallAt(0.05, illicit, normal)),
  }
}

function roundToFourDecimals(value: number | null): number {
  return Number((value ?? 0).toFixed(4))
}
