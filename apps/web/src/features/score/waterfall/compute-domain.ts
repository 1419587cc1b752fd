import type { ScoreRange } from '../compute-score-range.ts'
import { START_SCORE, type WaterfallStep } from './build-waterfall.ts'

/** The least width of the drawn part of the scale. */
const MIN_WIDTH = 20

/** Returns the part of the scale (0–100) that is drawn, in whole tens: the start, all steps, and the range of the score. */
export function computeDomain(steps: readonly WaterfallStep[], range: ScoreRange): ScoreRange {
  const scores = [START_SCORE, range.from, range.to, ...steps.map(({ to }) => to)]
  const from = Math.max(0, Math.floor(Math.min(...scores) / 10) * 10)
  const to = Math.min(100, Math.ceil(Math.max(...scores) / 10) * 10)
  return to - from >= MIN_WIDTH ? { from, to } : { from: Math.max(0, to - MIN_WIDTH), to }
}

/** Returns the place of a score in percent of the drawn part. */
export const placeScore = (score: number, { from, to }: ScoreRange): number =>
  (100 * (Math.min(to, Math.max(from, score)) - from)) / (to - from)
