import { FACTORS, type Factor, WEIGHT_PERCENT } from '@app/values/factor.ts'

/** Space between two arcs, in hundredths of the rim. */
const ARC_GAP = 0.9

export interface WheelArc {
  factor: Factor
  /** Start and length of the arc, in hundredths of the rim, clockwise from the top. */
  start: number
  length: number
  /** Filled part of `length`, by the factor's value. */
  filled: number
}

/**
 * Builds the rim of the score wheel. The length of each factor's arc is its weight, and the filled part is
 * its value, so that the filled part of the whole rim is the score.
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
