/** A figure of the shipped tables, and the limit that it must meet. */
export interface AcceptanceThreshold {
  /** What is measured, and on which wallets. */
  metric: string
  /** 0–1, `null` when it was not measured. */
  figure: number | null
  bound: 'at least' | 'at most'
  limit: number
}

/** Returns whether the figure misses the limit. A figure that was not measured misses it. */
export function isThresholdMissed({ figure, bound, limit }: AcceptanceThreshold): boolean {
  if (figure === null) return true
  return bound === 'at least' ? figure < limit : figure > limit
}

/** Formats a threshold as one line of text. */
export function formatThreshold(threshold: AcceptanceThreshold): string {
  const { metric, figure, bound, limit } = threshold
  const state = isThresholdMissed(threshold) ? 'missed' : 'met'
  return `${state.padEnd(7)}${metric}: ${figure?.toFixed(4) ?? 'not measured'}, ${bound} ${limit}`
}
