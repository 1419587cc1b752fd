import type { CutRows } from './design.ts'
import { cellsOf, neighboursOf } from './design.ts'
import type { Objective } from './minimize.ts'
import type { FitSettings } from './plan.ts'
import type { Example } from './weigh.ts'

/** Rows with what the price needs to know of them. */
interface PricedRows extends CutRows {
  rough: number
  large: number
  pairs: [number, number][]
  /** Share of the wallets in each band, among those where the inputs are known. */
  shares: Float64Array
}

/** How much dearer a fall is where points must rise. */
const FALLING = 1_000

/** Price of the mean of the points of some rows, squared, on top of each point's own price. */
const OFF_CENTRE = 3

/** Of the wallets that points are centred on, so many are taken to be illicit. */
const ILLICIT_SHARE = 0.25

/**
 * Price of rough, of large and of off-centre points, half of their squares; adds its slope to the
 * gradient. Centred rows say how a wallet differs from others, and not knowing an input is no news.
 */
export function priceOf(
  rows: readonly CutRows[],
  examples: readonly Example[],
  settings: FitSettings,
): Objective {
  const priced = rows.map((own) => ({
    ...own,
    ...(own.inputs.length === 1 ? settings.rows : settings.grids),
    pairs: neighboursOf(own),
    shares: sharesOf(own, examples),
  }))
  return (points, gradient) => {
    let value = 0
    for (const own of priced) {
      value += roughness(own, points, gradient)
      value += largeness(own, points, gradient)
      value += offCentre(own, points, gradient)
    }
    return value
  }
}

function sharesOf(rows: CutRows, examples: readonly Example[]): Float64Array {
  const shares = new Float64Array(rows.size)
  let total = 0
  for (const { wallet, values, weight } of examples) {
    const [cell] = cellsOf([rows], values)
    if (cell === undefined) continue
    const counted = weight * (wallet.isIllicit ? ILLICIT_SHARE : 1 - ILLICIT_SHARE)
    shares[cell - rows.start] = (shares[cell - rows.start] ?? 0) + counted
    total += counted
  }
  return shares.map((share) => share / total)
}

function roughness(
  { pairs, rough, isRising }: PricedRows,
  points: Float64Array,
  gradient: Float64Array,
): number {
  let value = 0
  for (const [a, b] of pairs) {
    const gap = (points[b] ?? 0) - (points[a] ?? 0)
    const price = isRising && gap < 0 ? rough * FALLING : rough
    gradient[a] = (gradient[a] ?? 0) - price * gap
    gradient[b] = (gradient[b] ?? 0) + price * gap
    value += (price * gap * gap) / 2
  }
  return value
}

function largeness(
  { start, size, large }: PricedRows,
  points: Float64Array,
  gradient: Float64Array,
): number {
  let value = 0
  for (let i = start; i < start + size; i += 1) {
    const point = points[i] ?? 0
    gradient[i] = (gradient[i] ?? 0) + large * point
    value += (large * point * point) / 2
  }
  return value
}

function offCentre(
  { start, shares }: PricedRows,
  points: Float64Array,
  gradient: Float64Array,
): number {
  const mean = shares.reduce((sum, share, i) => sum + share * (points[start + i] ?? 0), 0)
  for (const [i, share] of shares.entries()) {
    gradient[start + i] = (gradient[start + i] ?? 0) + OFF_CENTRE * mean * share
  }
  return (OFF_CENTRE * mean * mean) / 2
}
