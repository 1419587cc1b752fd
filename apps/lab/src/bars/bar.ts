/** Something that the shipped tables must reach, and what they do reach. */
export interface Bar {
  /** What is measured, of which wallets. */
  what: string
  /** 0–1, `null` when it was not measured. */
  figure: number | null
  bound: 'at least' | 'at most'
  limit: number
}

/** Whether the figure is beyond the limit; what was not measured is missed. */
export function isMissed({ figure, bound, limit }: Bar): boolean {
  if (figure === null) return true
  return bound === 'at least' ? figure < limit : figure > limit
}

/** A bar as one line for people. */
export function lineOf(bar: Bar): string {
  const { what, figure, bound, limit } = bar
  const state = isMissed(bar) ? 'missed' : 'held'
  return `${state.padEnd(7)}${what}: ${figure?.toFixed(4) ?? 'not measured'}, ${bound} ${limit}`
}
