/**
 * Computes the area under the ROC curve: the probability that a random illicit wallet scores less than a
 * random normal one, ties counted half. `null` when one class is empty. Source: Mann–Whitney U, by ranks.
 */
export function computeAuc(illicit: readonly number[], normal: readonly number[]): number | null {
  if (illicit.length === 0 || normal.length === 0) return null
  const sorted = Float64Array.from(normal).sort()
  let wins = 0
  for (const score of illicit) {
    const below = countBelow(sorted, score)
    const notAbove = countAtOrBelow(sorted, score)
    wins += sorted.length - notAbove + (notAbove - below) / 2
  }
  return wins / (illicit.length * normal.length)
}

function countBelow(sorted: Float64Array, limit: number): number {
  return findFirstIndex(sorted, (value) => value >= limit)
}

function countAtOrBelow(sorted: Float64Array, limit: number): number {
  return findFirstIndex(sorted, (value) => value > limit)
}

/** Returns the index of the first value that passes; every value after it must pass too. */
function findFirstIndex(sorted: Float64Array, passes: (value: number) => boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (passes(sorted[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}
