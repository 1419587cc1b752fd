/** Standard normal quantile of 97.5 %. */
const Z = 1.959964

/**
 * Returns the 95 % confidence interval of a share of which `successes` of `trials` (at least 1) were
 * seen, with four decimals. Source: Wilson (1927), https://doi.org/10.1080/01621459.1927.10502953.
 */
export function computeWilsonInterval(
  successes: number,
  trials: number,
): { from: number; to: number } {
  const share = successes / trials
  const weight = Z ** 2 / trials
  const centre = share + weight / 2
  const margin = Z * Math.sqrt((share * (1 - share)) / trials + weight / (4 * trials))
  const toShare = (value: number) =>
    Number(Math.min(1, Math.max(0, value / (1 + weight))).toFixed(4))
  return { from: toShare(centre - margin), to: toShare(centre + margin) }
}
