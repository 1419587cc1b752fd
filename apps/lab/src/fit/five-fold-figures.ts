import type { FiveFoldFigures } from '@app/score/tables/accuracy.ts'
import { aucOf } from '../measure/auc.ts'
import { recallAt } from '../measure/recall-at.ts'
import type { WalletSet } from '../read/read-sets.ts'
import type { LabelledWallet } from '../read/wallet.ts'

type Scores = ReadonlyMap<LabelledWallet, number>

/** Figures of each illicit label of each set, from the score of each wallet; labels without scores are left out. */
export function fiveFoldFigures(sets: readonly WalletSet[], scores: Scores): FiveFoldFigures[] {
  return sets.flatMap(({ name, wallets }) => {
    const scored = wallets.filter((wallet) => scores.has(wallet))
    const normal = scored.filter(({ isIllicit }) => !isIllicit)
    const byLabel = Map.groupBy(
      scored.filter(({ isIllicit }) => isIllicit),
      ({ label }) => label,
    )
    return [...byLabel].map(([label, illicit]) => ({
      set: name,
      label,
      normal: normal.length,
      illicit: illicit.length,
      ...ratesOf(numbers(illicit, scores), numbers(normal, scores)),
    }))
  })
}

function numbers(wallets: readonly LabelledWallet[], scores: Scores): number[] {
  return wallets.flatMap((wallet) => scores.get(wallet) ?? [])
}

function ratesOf(illicit: readonly number[], normal: readonly number[]) {
  return {
    auc: decimals(aucOf(illicit, normal)),
    recallAt1: decimals(recallAt(0.01, illicit, normal)),
    recallAt5: decimals(recallAt(0.05, illicit, normal)),
  }
}

function decimals(value: number | null): number {
  return Number((value ?? 0).toFixed(4))
}
