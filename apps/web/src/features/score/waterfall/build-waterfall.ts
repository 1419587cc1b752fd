import type { Factor } from '@app/values/factor.ts'
import type { ScoreRange } from '../compute-score-range.ts'
import type { ScoreReason } from '../reason.ts'

/** Where every score starts: nothing is known. */
export const START_SCORE = 50

export interface WaterfallStep {
  factor: Factor
  code: string
  headline: string
  points: number
  /** Score before and after the step; `to` of the last step is the score. */
  from: number
  to: number
}

/**
 * Builds the steps from 50 to the score, one for each reason with points: first what raises it, then what lowers it, each the
 * strongest first. Counts in tenths, so that the sum is exact.
 */
export function buildWaterfall(reasons: readonly ScoreReason[]): WaterfallStep[] {
  let tenths = START_SCORE * 10
  return sortSteps(reasons).map(({ factor, code, headline, points }) => {
    const from = tenths / 10
    tenths += Math.round(points * 10)
    return { factor, code, headline, points, from, to: tenths / 10 }
  })
}

function sortSteps(reasons: readonly ScoreReason[]): ScoreReason[] {
  const withPoints = reasons.filter(({ points }) => Math.round(points * 10) !== 0)
  return withPoints.toSorted((a, b) => {
    const isOtherSide = a.points > 0 !== b.points > 0
    return isOtherSide ? b.points - a.points : Math.abs(b.points) - Math.abs(a.points)
  })
}

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
