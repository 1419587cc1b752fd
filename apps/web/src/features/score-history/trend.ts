import type { ScoreHistoryEntry } from '@app/api/schemas/score-history.ts'

/** One score of the trend, in percent of the chart's width from the left and height from the top. */
export interface TrendPoint {
  x: number
  y: number
  entry: ScoreHistoryEntry
}

/** Places the scores from oldest to newest, evenly spaced; a single one at the right. */
export function buildTrendPoints(newestFirst: readonly ScoreHistoryEntry[]): TrendPoint[] {
  const steps = Math.max(newestFirst.length - 1, 1)
  return newestFirst
    .map((entry, index) => ({ x: 100 - (index / steps) * 100, y: 100 - entry.score, entry }))
    .reverse()
}

/** Builds the SVG path through the points, as a step line. */
export function buildTrendPath(points: readonly TrendPoint[]): string {
  const [first, ...rest] = points
  if (first === undefined) return ''
  return `M${first.x} ${first.y}${rest.map(({ x, y }) => `H${x}V${y}`).join('')}`
}
