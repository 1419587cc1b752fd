import { createHash } from 'node:crypto'
import { FACTOR_UNIT, FACTORS, WEIGHT_PERCENT } from '@app/values/factor.ts'
import { RISK_LEVEL_DEFINITIONS, RISK_LEVELS, type RiskLevel, toRiskLevel } from '@app/values/risk-level.ts'
import { VECTORS_BANNER } from './banner.ts'

/**
 * Six factors in units of 1/10,000, and the result that the engine and the contract must both
 * compute.
 */
export interface ScoreVector {
  factors: number[]
  /** Σ weight % × factor, 0 to 1,000,000. */
  sum: number
  /** The score in tenths of a point, rounded half up. */
  scoreTenths: number
  level: RiskLevel
  /** Unique per vector, because the contract refuses equal evidence with other factors. */
  evidenceHash: string
}

const WEIGHTS = FACTORS.map((factor) => WEIGHT_PERCENT[factor])

/** Sums on both sides of every relevant rounding step: half a tenth, and the level borders. */
const BORDERS = [0, 499, 500, 1_499, 1_500, ...RISK_LEVELS.slice(1).flatMap(findLevelBorders)]

/**
 * Builds vectors of borders, corners (one factor at the maximum, all but one) and a fixed random
 * sample.
 */
export function buildScoreVectors(): ScoreVector[] {
  const corners = WEIGHTS.flatMap((_, index) => [
    buildFactorsExceptOne(index, FACTOR_UNIT, 0),
    buildFactorsExceptOne(index, 0, FACTOR_UNIT),
  ])
  const borders = [...BORDERS, 999_499, 999_500, 1_000_000].map(findFactors)
  return [...borders, ...corners, ...createRandomFactors(40)].map(buildVector)
}

/**
 * Returns the sums around the lowest score of the level: rounded up to it, and rounded down below
 * it.
 */
function findLevelBorders(level: RiskLevel): number[] {
  const sum = RISK_LEVEL_DEFINITIONS[level].fromScore * FACTOR_UNIT
  return [sum - 501, sum - 500]
}

const buildFactorsExceptOne = (index: number, value: number, others: number) =>
  WEIGHTS.map((_, i) => (i === index ? value : others))

function buildVector(factors: number[]): ScoreVector {
  const sum = factors.reduce((total, factor, i) => total + factor * (WEIGHTS[i] ?? 0), 0)
  const scoreTenths = Math.floor((sum + 500) / 1_000)
  const evidenceHash = createHash('sha256').update(factors.join(',')).digest('hex')
  return { factors, sum, scoreTenths, level: toRiskLevel(scoreTenths / 10), evidenceHash }
}

/** Finds factors, all multiples of 5, with the largest weighted sum that is at most `sum`. */
function findFactors(sum: number): number[] {
  let rest = sum
  const order = WEIGHTS.map((weight, index) => ({ weight, index })).sort(
    (a, b) => b.weight - a.weight,
  )
  const factors = WEIGHTS.map(() => 0)
  for (const { weight, index } of order) {
    const factor = Math.min(FACTOR_UNIT, Math.floor(rest / weight))
    factors[index] = factor
    rest -= factor * weight
  }
  return factors
}

function createRandomFactors(count: number): number[][] {
  let state = 20_260_801
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % (FACTOR_UNIT + 1)
  }
  return Array.from({ length: count }, () => WEIGHTS.map(next))
}

/** Renders the vectors as a function that Cadence tests import. */
export function renderScoreVectors(vectors: ScoreVector[]): string {
  const rows = vectors.map(
    ({ factors, sum, scoreTenths, level, evidenceHash }) =>
      `        ScoreVector(factors: [${factors.join(', ')}], sum: ${sum}, scoreTenths: ${scoreTenths}, level: "${level}", evidenceHash: "${evidenceHash}")`,
  )
  return `${VECTORS_BANNER}
/// Six factors, and what the engine and the contract must both make of them.
access(all) struct ScoreVector {
    access(all) let factors: [UInt64]
    access(all) let sum: UInt64
    access(all) let scoreTenths: UInt64
    access(all) let level: String
    access(all) let evidenceHash: String

    init(factors: [UInt64], sum: UInt64, scoreTenths: UInt64, level: String, evidenceHash: String) {
        self.factors = factors
        self.sum = sum
        self.scoreTenths = scoreTenths
        self.level = level
        self.evidenceHash = evidenceHash
    }
}

access(all) fun scoreVectors(): [ScoreVector] {
    return [
${rows.join(',\n')}
    ]
}
`
}
