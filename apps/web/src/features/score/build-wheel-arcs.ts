import { FACTORS, type Factor, WEIGHT_PERCENT } from '@app/values/factor.ts'

/** Space between two arcs, in hundredths of the rim. */
const ARC_GAP = 0.9

export interface WheelArc {
  factor: Factor
  /** Where the arc begins and how long it is, in hundredths of the rim from the top, clockwise. */
  start: number
  length: number
  /** The part of `length` that the factor's value fills. */
  filled: number
}

/**
 * The rim of the score wheel. Each factor holds an arc as long as its weight and fills it by its
 * value, so that the filled part of the whole rim is the score.
 */
export function buildWheelArcs(breakdown: Readonly<Record<Factor, number>>): WheelArc[] {
  let start = 0
  return FACTORS.map((factor) => {
    const length = WEIGHT_PERCENT[factor] - ARC_GAP
    const arc = { factor, start: start + ARC_GAP / 2, length, filled: length * breakdown[factor] }
    start += WEIGHT_PERCENT[factor]
    return arc
  })
}
