import { factorJudgementOf } from '@app/score/arithmetic.ts'
import { NEUTRAL } from '@app/score/factors/factor-result.ts'
import { knownFromHabits, knownFromTransfers } from '@app/score/factors/known.ts'
import { knownScamInteract } from '@app/score/factors/known-scam-interact.ts'
import type { Facts } from '@app/score/facts.ts'
import { FACTOR_UNIT, WEIGHT_PERCENT } from '@app/values/factor.ts'
import type { LabelledWallet } from '../read/wallet.ts'
import { type CutRows, cellsOf } from './design.ts'
import type { Objective } from './minimize.ts'
import type { FitSettings, FittedFactor } from './plan.ts'
import { priceOf } from './price.ts'
import type { Example } from './weigh.ts'

/** Beyond the reach of its factor a point still counts this much, so that the fit finds its way back. */
const LEAK = 0.1
/** Price of what a factor's points exceed its reach by, squared. */
const EXCESS = 0.02

/** The fit stands halfway between a scam list that is known and one that is not. */
const LIST_KNOWN = 0.5

const KNOWN = {
  txFrequency: knownFromHabits,
  largeOutFlow: knownFromTransfers,
  onchainAge: knownFromTransfers,
} as const satisfies Record<FittedFactor, (facts: Facts) => number>

const FITTED: readonly FittedFactor[] = ['txFrequency', 'largeOutFlow', 'onchainAge']

/** What one factor has to do with one wallet. */
interface Part {
  /** Positions of the points that apply. */
  cells: Int32Array
  /** Half of the factor's weight, in log-odds. */
  reach: number
  /** How much of the factor is known, 0–1. */
  known: number
}

interface Case {
  parts: readonly Part[]
  weight: number
  /** Log-odds of being normal before any points. */
  start: number
  /** 1 for a normal wallet, −1 for an illicit one. */
  side: number
}

/**
 * How badly points (in log-odds of being normal) explain the labels: logistic loss of the score as the
 * engine computes it, each factor cut off at its reach and drawn to 0.5 by what is not known, plus the
 * price of rough and of large points.
 */
export function objectiveOf(
  rows: readonly CutRows[],
  examples: readonly Example[],
  settings: FitSettings,
): Objective {
  const cases = examples.map((example) => caseOf(rows, example, settings))
  const price = priceOf(rows, examples, settings)
  return (points, gradient) => {
    gradient.fill(0)
    let value = price(points, gradient)
    for (const one of cases) value += lossOf(one, { points, gradient })
    return value
  }
}

/** Half of a factor's weight in points of the score, as log-odds. */
export function reachOf(factor: FittedFactor, { oddsPerPoint }: FitSettings): number {
  return (oddsPerPoint * WEIGHT_PERCENT[factor]) / 2
}

function caseOf(
  rows: readonly CutRows[],
  { wallet, values, weight }: Example,
  settings: FitSettings,
): Case {
  const parts = FITTED.map((factor) => ({
    cells: cellsOf(
      rows.filter((row) => row.factor === factor),
      values,
    ),
    reach: reachOf(factor, settings),
    known: KNOWN[factor](wallet.facts) / FACTOR_UNIT,
  }))
  const start = settings.oddsPerPoint * (50 - settings.evenScore + LIST_KNOWN * cleanPoints(wallet))
  return { parts, weight, start, side: wallet.isIllicit ? -1 : 1 }
}

/** What a wallet without contact earns in points of the score when a scam list is known. */
function cleanPoints({ facts }: LabelledWallet): number {
  const contacts = { listedCount: 1, entries: [] }
  const { value } = factorJudgementOf(knownScamInteract({ ...facts, contacts }))
  return ((value - NEUTRAL) * WEIGHT_PERCENT.knownScamInteract) / FACTOR_UNIT
}

/** Loss of one wallet; adds its slope to the gradient. */
function lossOf(
  { parts, weight, start, side }: Case,
  at: { points: Float64Array; gradient: Float64Array },
): number {
  const sums = parts.map(({ cells }) => sumOf(cells, at.points))
  const odds = parts.reduce((sum, part, i) => sum + part.known * cutOff(sums[i] ?? 0, part), start)
  const margin = side * odds
  const slope = (-side * weight) / (1 + Math.exp(margin))
  let excessLoss = 0
  for (const [i, part] of parts.entries()) {
    const sum = sums[i] ?? 0
    const excess = excessOf(sum, part)
    const isInside = excess === 0
    excessLoss += EXCESS * excess * excess
    const step = slope * part.known * (isInside ? 1 : LEAK) + weight * 2 * EXCESS * excess
    for (const cell of part.cells) at.gradient[cell] = (at.gradient[cell] ?? 0) + step
  }
  return weight * (Math.log1p(Math.exp(-Math.abs(margin))) + Math.max(0, -margin) + excessLoss)
}

function sumOf(cells: Int32Array, points: Float64Array): number {
  let sum = 0
  for (const cell of cells) sum += points[cell] ?? 0
  return sum
}

/** By how much a sum lies above (or, negative, below) the reach. */
function excessOf(sum: number, { reach }: Part): number {
  return sum - Math.min(Math.max(sum, -reach), reach)
}

function cutOff(sum: number, part: Part): number {
  const excess = excessOf(sum, part)
  return sum - excess + LEAK * excess
}
