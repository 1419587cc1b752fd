/** Something that the shipped tables must reach, and what they do reach. */
export interface AcceptanceThreshold {
  /** What is measured, of which wallets. */
  metric: string
  /** 0–1, `null` when it was not measured. */
  figure: number | null
  bound: 'at least' | 'at most'
  limit: number
}

/** Whether the figure is beyond the limit; what was not measured is missed. */
export function isMissed({ figure, bound, limit }: AcceptanceThreshold): boolean {
  if (figure === null) return true
  return bound === 'at least' ? figure < limit : figure > limit
}

/** A bar as one line for people. */
export function formatThreshold(bar: AcceptanceThreshold): string {
  const { metric, figure, bound, limit } = bar
  const state = isMissed(bar) ? 'missed' : 'held'
  return `${state.padEnd(7)}${metric}: ${figure?.toFixed(4) ?? 'not measured'}, ${bound} ${limit}`
}
