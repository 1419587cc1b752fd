import type { WalletOverview, WalletScore } from '@app/api/schemas/account.ts'

/**
 * Returns the overview with a new score of one wallet. What a wallet that is not drawn scored before is not known: then
 * nothing changes until the overview is loaded again.
 */
export function applyWalletScore(overview: WalletOverview, changed: WalletScore): WalletOverview {
  const before = overview.wallets.find(({ address }) => address === changed.address)
  if (before === undefined) return overview
  const levels = { ...overview.levels }
  levels[before.riskLevel] -= 1
  levels[changed.riskLevel] += 1
  const wallets = overview.wallets.map((wallet) => (wallet === before ? changed : wallet))
  return { ...overview, levels, wallets }
}
