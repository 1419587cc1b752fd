/** Shares are in millionths. */
const UNIT = 1_000_000

/**
 * Rounds shares, in millionths, to whole numbers that add up to `sum`, by largest remainders: each is
 * the share rounded down or up when the shares add up to `sum` within one half. Among equal remainders
 * the earlier one is rounded up.
 */
export function roundToSum(shares: readonly number[], sum: number): number[] {
  const rounded = shares.map((share) => Math.floor(share / UNIT))
  const missing = rounded.reduce((left, whole) => left - whole, sum)
  const order = shares
    .map((share, index) => ({ index, remainder: share - Math.floor(share / UNIT) * UNIT }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const [position, { index }] of order.entries()) {
    const ups = Math.floor((missing - 1 - position) / shares.length) + 1
    rounded[index] = (rounded[index] ?? 0) + ups
  }
  return rounded
}
