import { buildPreparationTransfers, UNITS_PER_FLOW } from './build-transfers.ts'
import type { Strategy } from './strategy.ts'

/** Returns the FLOW that the scammer must have available while the wallet is prepared, and gets back. */
export function computeCapital(strategy: Strategy): number {
  let lent = 0n
  let most = 0n
  for (const { direction, units } of buildPreparationTransfers(strategy).sort(
    (a, b) => a.seconds - b.seconds,
  )) {
    lent += direction === 'in' ? units : -units
    if (lent > most) most = lent
  }
  return Number(most) / UNITS_PER_FLOW
}
