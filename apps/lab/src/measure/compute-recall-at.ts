/**
 * Returns the share of illicit wallets below the highest cut that at most `falsePositives` (a share) of the
 * normal ones are below. `null` when one class is empty.
 */
export function computeRecallAt(
  falsePositives: number,
  illicit: readonly number[],
  normal: readonly number[],
): number | null {
  if (illicit.length === 0 || normal.length === 0) return null
  const sorted = Float64Array.from(normal).sort()
  const allowed = Math.floor(falsePositives * sorted.length)
  const cut = sorted[allowed] ?? Number.POSITIVE_INFINITY
  return illicit.filter((score) => score < cut).length / illicit.length
}
