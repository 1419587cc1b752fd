import { buildConformalTable, type ConformalTable } from '@app/score/behaviour/conformal-table.ts'
import type { WalletSet } from '../read/read-wallet-sets.ts'
import type { LabelledWallet } from '../read/wallet.ts'

/** Smaller sets are left out: their smallest p-value would be too large to accuse anybody, and their tail a few wallets. */
export const MIN_ORDINARY_WALLETS = 800

/**
 * Builds the table of every set with enough ordinary wallets, from scores by tables that were not fitted to the
 * wallet and by its behaviour alone. Contains only how many wallets have which score.
 */
export function buildConformalTables(
  sets: readonly WalletSet[],
  scores: ReadonlyMap<LabelledWallet, number>,
): ConformalTable[] {
  return sets.flatMap(({ name, wallets }) => {
    const ordinary = wallets
      .filter(({ isIllicit }) => !isIllicit)
      .flatMap((wallet) => scores.get(wallet) ?? [])
    return ordinary.length < MIN_ORDINARY_WALLETS ? [] : [buildConformalTable(name, ordinary)]
  })
}
