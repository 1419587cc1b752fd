import { computeAdmissionLimit } from '@app/score/behaviour/benjamini-hochberg.ts'
import type { AccusationCounts } from '@app/score/tables/accuracy.ts'
import { toRiskLevel } from '@app/values/risk-level.ts'

/** A wallet's score (0–100) by behaviour alone, and its p-value. */
export interface JudgedWallet {
  score: number
  pValue: number
}

/** Counts the accusations among the wallets judged on one day, of the ordinary and of the illicit ones. */
export function countAccusationsOfDay(
  ordinary: readonly JudgedWallet[],
  illicit: readonly JudgedWallet[],
): { ordinary: AccusationCounts; illicit: AccusationCounts } {
  const limit = computeLimit([...ordinary, ...illicit])
  const countWithin = (wallets: readonly JudgedWallet[]): AccusationCounts =>
    countAccusations(wallets, ({ pValue }) => pValue <= limit)
  return { ordinary: countWithin(ordinary), illicit: countWithin(illicit) }
}

/** Counts the accusations among wallets of which each was the only one of its day. */
export function countAccusationsAlone(wallets: readonly JudgedWallet[]): AccusationCounts {
  return countAccusations(wallets, (wallet) => wallet.pValue <= computeLimit([wallet]))
}

function computeLimit(wallets: readonly JudgedWallet[]): number {
  const pValues = wallets.map(({ pValue }) => ({ pValue, accounts: 1 }))
  return computeAdmissionLimit({ pValues, judged: wallets.length })
}

function countAccusations(
  wallets: readonly JudgedWallet[],
  isAdmitted: (wallet: JudgedWallet) => boolean,
): AccusationCounts {
  const counts = { wallets: wallets.length, flagged: 0, warned: 0, suspected: 0 }
  for (const wallet of wallets) {
    const level = toRiskLevel(wallet.score)
    const admitted = isAdmitted(wallet)
    if (level === 'HIGH_RISK') counts[admitted ? 'flagged' : 'warned'] += 1
    if (level === 'SUSPICIOUS' && admitted) counts.suspected += 1
  }
  return counts
}
