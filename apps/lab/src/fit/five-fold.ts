import { createHash } from 'node:crypto'
import { judgeWithTables } from '@app/score/judge.ts'
import type { FiveFoldFigures } from '@app/score/tables/accuracy.ts'
import {
  computeAuc,
  computeLevelShares,
  computeRecallAt,
  computeSuspectedShare,
} from '../measure-accuracy.ts'
import type { LabelledWallet, WalletSet } from '../read-wallets.ts'
import type { TrainingExample } from './design.ts'
import { fitTables } from './fit-tables.ts'
import type { FitSettings, TablePlan } from './plan.ts'

export const FOLDS = 5

type Scores = ReadonlyMap<LabelledWallet, number>

/** Five-fold figures, and two that the generated file does not contain: the share of each class below NORMAL, 0–1. */
export interface MeasuredFit {
  figures: FiveFoldFigures
  illicitSuspected: number
  normalSuspected: number
}

/** Scores every wallet with tables that were fitted without its fold. */
export function crossValidate(
  plan: TablePlan,
  examples: readonly TrainingExample[],
  settings: FitSettings,
): Map<LabelledWallet, number> {
  const scores = new Map<LabelledWallet, number>()
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const isHeld = ({ wallet }: TrainingExample): boolean =>
      computeFoldIndex(wallet.address) === fold
    const training = examples.filter((example) => !isHeld(example))
    const tables = fitTables(plan, training, settings)
    for (const { wallet } of examples.filter(isHeld)) {
      scores.set(wallet, judgeWithTables(tables, wallet.facts).score)
    }
  }
  return scores
}

/** Returns the fold (0–4) of a wallet, from the SHA-256 of its address: the same in every run. */
function computeFoldIndex(address: string): number {
  return createHash('sha256').update(`fold:${address}`).digest().readUInt32BE(0) % FOLDS
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
      illicitSuspected: computeSuspectedShare(computeLevelShares(listScores(illicit, scores))),
      normalSuspected: computeSuspectedShare(computeLevelShares(listScores(normal, scores))),
    }))
  })
}

function listScores(wallets: readonly LabelledWallet[], scores: Scores): number[] {
  return wallets.flatMap((wallet) => scores.get(wallet) ?? [])
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
