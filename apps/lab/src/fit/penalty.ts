import type { TrainingExample } from './build-examples.ts'
import type { BandedRows } from './design.ts'
import { findCells, listNeighbourPairs } from './design.ts'
import type { Objective } from './minimize.ts'
import type { FitSettings } from './plan.ts'

/** Rows with the values that the penalty needs. */
interface PenalizedRows extends BandedRows {
  roughness: number
  magnitude: number
  pairs: [number, number][]
  /** Share of the wallets in each band, among those with known inputs. */
  shares: Float64Array
}

/** Multiplies the penalty of a decrease in rows that must rise. */
const FALL_MULTIPLIER = 1_000

/** Penalty factor for the squared mean of the points of some rows, in addition to the penalty of each point. */
const CENTRING_PENALTY = 3

/** Assumed share of illicit wallets when points are centred. */
const ILLICIT_SHARE = 0.25

/**
 * Creates the penalty on rough, large and off-centre points: half of their weighted squares. It
 * adds its gradient to the given one. Points of centred rows express how a wallet differs from
 * others, so a missing input adds nothing.
 */
export function createPenalty(
  rows: readonly BandedRows[],
  examples: readonly TrainingExample[],
  settings: FitSettings,
): Objective {
  const penalized = rows.map((own) => ({
    ...own,
    ...(own.inputs.length === 1 ? settings.rows : settings.grids),
    pairs: listNeighbourPairs(own),
    shares: computeBandShares(own, examples),
  }))
  return (points, gradient) => {
    let value = 0
    for (const own of penalized) {
      value += addRoughnessPenalty(own, points, gradient)
      value += addMagnitudePenalty(own, points, gradient)
      value += addCentringPenalty(own, points, gradient)
    }
    return value
  }
}

function computeBandShares(rows: BandedRows, examples: readonly TrainingExample[]): Float64Array {
  const shares = new Float64Array(rows.size)
  let total = 0
  for (const { wallet, values, weight } of examples) {
    const [cell] = findCells([rows], values)
    if (cell === undefined) continue
    const classWeight = weight * (wallet.isIllicit ? ILLICIT_SHARE : 1 - ILLICIT_SHARE)
    shares[cell - rows.start] = (shares[cell - rows.start] ?? 0) + classWeight
    total += classWeight
  }
  return shares.map((share) => share / total)
}

function addRoughnessPenalty(
  { pairs, roughness, isRising }: PenalizedRows,
  points: Float64Array,
  gradient: Float64Array,
): number {
  let value = 0
  for (const [a, b] of pairs) {
    const gap = (points[b] ?? 0) - (points[a] ?? 0)
    const factor = isRising && gap < 0 ? roughness * FALL_MULTIPLIER : roughness
    gradient[a] = (gradient[a] ?? 0) - factor * gap
    gradient[b] = (gradient[b] ?? 0) + factor * gap
    value += (factor * gap * gap) / 2
  }
  return value
}

function addMagnitudePenalty(
  { start, size, magnitude }: PenalizedRows,
  points: Float64Array,
  gradient: Float64Array,
): number {
  let value = 0
  for (let i = start; i < start + size; i += 1) {
    const point = points[i] ?? 0
    gradient[i] = (gradient[i] ?? 0) + magnitude * point
    value += (magnitude * point * point) / 2
  }
  return value
}

function addCentringPenalty(
  { start, shares }: PenalizedRows,
  points: Float64Array,
  gradient: Float64Array,
): number {
  const mean = shares.reduce((sum, share, i) => sum + share * (points[start + i] ?? 0), 0)
  for (const [i, share] of shares.entries()) {
    gradient[start + i] = (gradient[start + i] ?? 0) + CENTRING_PENALTY * mean * share
  }
  return (CENTRING_PENALTY * mean * mean) / 2
}
