import type { Strategy } from './strategy.ts'
import { preparationOf, UNITS_A_FLOW } from './transfers-of.ts'

/** FLOW of the scammer's own that must be at hand while the wallet is prepared; it comes back. */
export function capitalOf(strategy: Strategy): number {
  let lent = 0n
  let most = 0n
  for (const { side, units } of preparationOf(strategy).sort((a, b) => a.seconds - b.seconds)) {
    lent += side === 'in' ? units : -units
    if (lent > most) most = lent
  }
  return Number(most) / UNITS_A_FLOW
}
