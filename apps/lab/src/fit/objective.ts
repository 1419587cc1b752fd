import { toFactorJudgement } from '@app/score/arithmetic.ts'
import { computeHabitDataShare, computeTransferDataShare } from '@app/score/factors/data-share.ts'
import { NEUTRAL } from '@app/score/factors/factor-rules.ts'
import { judgeKnownScamInteract } from '@app/score/factors/known-scam-interact.ts'
import type { Facts } from '@app/score/facts.ts'
import { FACTOR_UNIT, WEIGHT_PERCENT } from '@app/values/factor.ts'
import type { LabelledWallet } from '../read-wallets.ts'
import { type BandedRows, findCells, listNeighbourPairs, type TrainingExample } from './design.ts'
import type { Objective } from './minimize.ts'
import type { FitSettings, FittedFactor } from './plan.ts'

/** Slope beyond the maximum log-odds of a factor. It is not 0, so that the fit can return from there. */
const LEAK_SLOPE = 0.1
/** Penalty factor for the squared excess of a factor's points over its maximum. */
const EXCESS_PENALTY = 0.02

/** The fit assumes a state halfway between a known scam list and no list. */
const LIST_KNOWN_SHARE = 0.5

const DATA_SHARE = {
  txFrequency: computeHabitDataShare,
  largeOutFlow: computeTransferDataShare,
  onchainAge: computeTransferDataShare,
} as const satisfies Record<FittedFactor, (facts: Facts) => number>

const FITTED_FACTORS: readonly FittedFactor[] = ['txFrequency', 'largeOutFlow', 'onchainAge']

/**
 * Creates the loss of points (in log-odds of being normal) on the labels: the logistic loss of the
 * score as the engine computes it, with each factor limited to its maximum and scaled by its share
 * of available data, plus the penalty on rough and large points.
 */
export function createObjective(
  rows: readonly BandedRows[],
  examples: readonly TrainingExample[],
  settings: FitSettings,
): Objective {
  const cases = examples.map((example) => buildCase(rows, example, settings))
  const addPenalty = createPenalty(rows, examples, settings)
  return (points, gradient) => {
    gradient.fill(0)
    let value = addPenalty(points, gradient)
    for (const one of cases) value += computeLoss(one, { points, gradient })
    return value
  }
}

/** Returns half of a factor's weight in points of the score, as log-odds. */
export function computeMaxLogOdds(factor: FittedFactor, { logOddsPerPoint }: FitSettings): number {
  return (logOddsPerPoint * WEIGHT_PERCENT[factor]) / 2
}

function buildCase(
  rows: readonly BandedRows[],
  { wallet, values, weight }: TrainingExample,
  settings: FitSettings,
) {
  const terms = FITTED_FACTORS.map((factor) => {
    const own = rows.filter((row) => row.factor === factor)
    return {
      /** Positions of the points that apply. */
      cells: findCells(own, values),
      maxLogOdds: computeMaxLogOdds(factor, settings),
      /** Share of the factor's data that is available, 0–1. */
      dataShare: DATA_SHARE[factor](wallet.facts) / FACTOR_UNIT,
    }
  })
  /** Log-odds of being normal before any points. */
  const start =
    settings.logOddsPerPoint *
    (50 - settings.evenScore + LIST_KNOWN_SHARE * computeNoContactPoints(wallet))
  return { terms, weight, start, labelSign: wallet.isIllicit ? -1 : 1 }
}

type TrainingCase = ReturnType<typeof buildCase>
type FactorTerm = TrainingCase['terms'][number]

/** Returns the points of the score that a wallet without contact gains when a scam list is known. */
function computeNoContactPoints({ facts }: LabelledWallet): number {
  const contacts = { listedCount: 1, entries: [] }
  const { value } = toFactorJudgement(judgeKnownScamInteract({ ...facts, contacts }))
  return ((value - NEUTRAL) * WEIGHT_PERCENT.knownScamInteract) / FACTOR_UNIT
}

/** Returns the loss of one wallet, and adds its slope to the gradient. */
function computeLoss(
  { terms, weight, start, labelSign }: TrainingCase,
  at: { points: Float64Array; gradient: Float64Array },
): number {
  const sums = terms.map(({ cells, maxLogOdds }) => {
    const sum = cells.reduce((total, cell) => total + (at.points[cell] ?? 0), 0)
    return { sum, excess: sum - Math.min(Math.max(sum, -maxLogOdds), maxLogOdds) }
  })
  const addTerm = (total: number, { dataShare }: FactorTerm, i: number) => {
    const { sum, excess } = sums[i] ?? NO_POINTS
    return total + dataShare * (sum - excess + LEAK_SLOPE * excess)
  }
  const margin = labelSign * terms.reduce(addTerm, start)
  const slope = (-labelSign * weight) / (1 + Math.exp(margin))
  let excessLoss = 0
  for (const [i, { dataShare, cells }] of terms.entries()) {
    const { excess } = sums[i] ?? NO_POINTS
    excessLoss += EXCESS_PENALTY * excess * excess
    const step =
      slope * dataShare * (excess === 0 ? 1 : LEAK_SLOPE) + weight * 2 * EXCESS_PENALTY * excess
    for (const cell of cells) at.gradient[cell] = (at.gradient[cell] ?? 0) + step
  }
  return weight * (Math.log1p(Math.exp(-Math.abs(margin))) + Math.max(0, -margin) + excessLoss)
}

/** The points of a factor, and by how much they exceed its maximum; negative below the minimum. */
const NO_POINTS = { sum: 0, excess: 0 }

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
function createPenalty(
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
