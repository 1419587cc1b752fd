import { FACTORS, type Factor, WEIGHT_PERCENT } from '@app/values/factor.ts'

export interface WheelLabel {
  factor: Factor
  x: number
  y: number
  anchor: 'start' | 'middle' | 'end'
}

/** Distance of the labels from the centre. */
const RADIUS = 112

/** Places the label of each factor outside of the rim, next to the middle of its arc; the centre is at 0, 0. */
export function placeWheelLabels(): WheelLabel[] {
  let start = 0
  return FACTORS.map((factor) => {
    const angle = ((start + WEIGHT_PERCENT[factor] / 2) / 100) * 2 * Math.PI
    start += WEIGHT_PERCENT[factor]
    const [x, y] = [Math.sin(angle) * RADIUS, -Math.cos(angle) * RADIUS]
    return { factor, x, y, anchor: x > 0 ? 'start' : 'end' }
  })
}
