import { toFactorJudgement } from '@app/score/arithmetic.ts'
import { computeHabitDataShare, computeTransferDataShare } from '@app/score/factors/data-share.ts'
import { NEUTRAL } from '@app/score/factors/factor-result.ts'
import { knownScamInteract } from '@app/score/factors/known-scam-interact.ts'
import type { Facts } from '@app/score/facts.ts'
import { FACTOR_UNIT, WEIGHT_PERCENT } from '@app/values/factor.ts'
import type { LabelledWallet } from '../read/wallet.ts'
import type { Example } from './build-examples.ts'
import { type BandedRows, findCells } from './design.ts'
import type { Objective } from './minimize.ts'
import { createPenalty } from './penalty.ts'
import type { FitSettings, FittedFactor } from './plan.ts'

/** Beyond the reach of its factor a point still counts this much, so that the fit finds its way back. */
const LEAK_SLOPE = 0.1
/** Price of what a factor's points exceed its reach by, squared. */
const EXCESS_PENALTY = 0.02

/** The fit stands halfway between a scam list that is known and one that is not. */
const LIST_KNOWN_SHARE = 0.5

const DATA_SHARE = {
  txFrequency: computeHabitDataShare,
  largeOutFlow: computeTransferDataShare,
  onchainAge: computeTransferDataShare,
} as const satisfies Record<FittedFactor, (facts: Facts) => number>

const FITTED_FACTORS: readonly FittedFactor[] = ['txFrequency', 'largeOutFlow', 'onchainAge']

/** What one factor has to do with one wallet. */
interface FactorTerm {
  /** Positions of the points that apply. */
  cells: Int32Array
  /** Half of the factor's weight, in log-odds. */
  reach: number
  /** How much of the factor is known, 0–1. */
  dataShare: number
}

interface TrainingCase {
  terms: readonly FactorTerm[]
  weight: number
  /** Log-odds of being normal before any points. */
  start: number
  /** 1 for a normal wallet, −1 for an illicit one. */
  labelSign: number
}

/**
 * How badly points (in log-odds of being normal) explain the labels: logistic loss of the score as the
 * engine computes it, each factor cut off at its reach and drawn to 0.5 by what is not known, plus the
 * price of rough and of large points.
 */
export function createObjective(
  rows: readonly BandedRows[],
  examples: readonly Example[],
  settings: FitSettings,
): Objective {
  const cases = examples.map((example) => buildCase(rows, example, settings))
  const price = createPenalty(rows, examples, settings)
  return (points, gradient) => {
    gradient.fill(0)
    let value = price(points, gradient)
    for (const one of cases) value += computeLoss(one, { points, gradient })
    return value
  }
}

/** Half of a factor's weight in points of the score, as log-odds. */
export function computeReach(factor: FittedFactor, { logOddsPerPoint }: FitSettings): number {
  return (logOddsPerPoint * WEIGHT_PERCENT[factor]) / 2
}

function buildCase(
  rows: readonly BandedRows[],
  { wallet, values, weight }: Example,
  settings: FitSettings,
): TrainingCase {
  const terms = FITTED_FACTORS.map((factor) => ({
    cells: findCells(
      rows.filter((row) => row.factor === factor),
      values,
    ),
    reach: computeReach(factor, settings),
    dataShare: DATA_SHARE[factor](wallet.facts) / FACTOR_UNIT,
  }))
  const start =
    settings.logOddsPerPoint *
    (50 - settings.evenScore + LIST_KNOWN_SHARE * computeNoContactPoints(wallet))
  return { terms, weight, start, labelSign: wallet.isIllicit ? -1 : 1 }
}

/** What a wallet without contact earns in points of the score when a scam list is known. */
function computeNoContactPoints({ facts }: LabelledWallet): number {
  const contacts = { listedCount: 1, entries: [] }
  const { value } = toFactorJudgement(knownScamInteract({ ...facts, contacts }))
  return ((value - NEUTRAL) * WEIGHT_PERCENT.knownScamInteract) / FACTOR_UNIT
}

/** Loss of one wallet; adds its slope to the gradient. */
function computeLoss(
  { terms, weight, start, labelSign }: TrainingCase,
  at: { points: Float64Array; gradient: Float64Array },
): number {
  const sums = terms.map(({ cells }) => sumCells(cells, at.points))
  const odds = terms.reduce(
    (sum, part, i) => sum + part.dataShare * clampToReach(sums[i] ?? 0, part),
    start,
  )
  const margin = labelSign * odds
  const slope = (-labelSign * weight) / (1 + Math.exp(margin))
  let excessLoss = 0
  for (const [i, part] of terms.entries()) {
    const sum = sums[i] ?? 0
    const excess = computeExcess(sum, part)
    const isInside = excess === 0
    excessLoss += EXCESS_PENALTY * excess * excess
    const step =
      slope * part.dataShare * (isInside ? 1 : LEAK_SLOPE) + weight * 2 * EXCESS_PENALTY * excess
    for (const cell of part.cells) at.gradient[cell] = (at.gradient[cell] ?? 0) + step
  }
  return weight * (Math.log1p(Math.exp(-Math.abs(margin))) + Math.max(0, -margin) + excessLoss)
}

function sumCells(cells: Int32Array, points: Float64Array): number {
  let sum = 0
  for (const cell of cells) sum += points[cell] ?? 0
  return sum
}

/** By how much a sum lies above (or, negative, below) the reach. */
function computeExcess(sum: number, { reach }: FactorTerm): number {
  return sum - Math.min(Math.max(sum, -reach), reach)
}

function clampToReach(sum: number, part: FactorTerm): number {
  const excess = computeExcess(sum, part)
  return sum - excess + LEAK_SLOPE * excess
}
