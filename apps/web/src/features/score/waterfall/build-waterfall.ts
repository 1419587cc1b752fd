import type { Factor } from '@app/values/factor.ts'
import type { Reason } from '../reason.ts'

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
export function buildWaterfall(reasons: readonly Reason[]): WaterfallStep[] {
  let tenths = START_SCORE * 10
  return sortSteps(reasons).map(({ factor, code, headline, points }) => {
    const from = tenths / 10
    tenths += Math.round(points * 10)
    return { factor, code, headline, points, from, to: tenths / 10 }
  })
}

function sortSteps(reasons: readonly Reason[]): Reason[] {
  const withPoints = reasons.filter(({ points }) => Math.round(points * 10) !== 0)
  return withPoints.toSorted((a, b) => {
    const isOtherSide = a.points > 0 !== b.points > 0
    return isOtherSide ? b.points - a.points : Math.abs(b.points) - Math.abs(a.points)
  })
}
