import type { Facts, TokenFacts } from '../facts.ts'

/**
 * Computes a ratio per token and averages it by the token's number of transfers, floored to six
 * decimals; tokens where it is unknown are left out. Returns `null` when it is unknown for all of
 * them.
 */
export function averageOverTokens(
  facts: Facts,
  ratio: (token: TokenFacts) => number | null,
): number | null {
  let sum = 0
  let transfers = 0
  for (const token of facts.tokens) {
    const value = ratio(token)
    if (value === null) continue
    const weight = token.transfersIn + token.transfersOut
    sum += Math.round(value * 1_000_000) * weight
    transfers += weight
  }
  return transfers === 0 ? null : Math.floor(sum / transfers) / 1_000_000
}
