/** Quartiles of one input over the wallets that have a value. */
export interface Quartiles {
  lowerQuartile: number
  median: number
  upperQuartile: number
  /** Number of these wallets. */
  wallets: number
}

/**
 * Computes the quartiles of unordered values: each is the smallest value that at least a quarter (half,
 * three quarters) of all values do not exceed, so it is one of them. Returns `null` without values.
 */
export function computeQuartiles(values: readonly number[]): Quartiles | null {
  const sorted = values.toSorted((a, b) => a - b)
  const find = (quarters: number) => sorted[Math.ceil((sorted.length * quarters) / 4) - 1]
  const [lowerQuartile, median, upperQuartile] = [find(1), find(2), find(3)]
  if (lowerQuartile === undefined || median === undefined || upperQuartile === undefined) {
    return null
  }
  return { lowerQuartile, median, upperQuartile, wallets: sorted.length }
}
