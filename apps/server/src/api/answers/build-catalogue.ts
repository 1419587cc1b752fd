import type { Catalogue } from '@app/api/schemas/catalogue.ts'
import { SIGNALS, type Signal } from '@app/score/factors/signals.ts'
import type { PointsRows } from '@app/score/points-table.ts'
import { POINTS_TABLES } from '@app/score/tables/points-tables.ts'
import { SCORE_VERSION } from '@app/score/version.ts'
import {
  FACTOR_DEFINITIONS,
  FACTOR_UNIT,
  FACTORS,
  type Factor,
  WEIGHT_PERCENT,
} from '@app/values/factor.ts'
import { RISK_LEVEL_DEFINITIONS, RISK_LEVELS } from '@app/values/risk-level.ts'

/** A factor is judged by a points table, or by rules of its own. */
const TABLES: Readonly<Partial<Record<Factor, readonly PointsRows[]>>> = POINTS_TABLES
const RULES: Readonly<Partial<Record<Factor, readonly Signal[]>>> = SIGNALS

/** Builds the catalogue of factors and signals that the shipped engine uses. */
export function buildCatalogue(): Catalogue {
  return {
    version: SCORE_VERSION,
    factors: FACTORS.map((factor) => ({
      factor,
      weightPercent: WEIGHT_PERCENT[factor],
      description: FACTOR_DEFINITIONS[factor].description,
    })),
    levels: RISK_LEVELS.map((level) => ({
      level,
      fromScore: RISK_LEVEL_DEFINITIONS[level].fromScore,
    })),
    signals: FACTORS.flatMap((factor) => [...listTableSignals(factor), ...listRuleSignals(factor)]),
  }
}

function listTableSignals(factor: Factor): Catalogue['signals'] {
  return (TABLES[factor] ?? []).map(({ code, theme, inputs, points }) => ({
    factor,
    code,
    reason: theme,
    inputs: [...inputs],
    rule: `Points by bands of ${inputs.join(' and ')}`,
    ...toPointsRange(factor, points),
  }))
}

function listRuleSignals(factor: Factor): Catalogue['signals'] {
  return (RULES[factor] ?? []).map(({ code, rule, worst, best }) => ({
    factor,
    code,
    reason: code,
    inputs: [],
    rule,
    ...toPointsRange(factor, [worst, best]),
  }))
}

function toPointsRange(factor: Factor, points: readonly number[]) {
  const toScorePoints = (units: number) => (units * WEIGHT_PERCENT[factor]) / FACTOR_UNIT
  return {
    worstPoints: toScorePoints(Math.min(...points)),
    bestPoints: toScorePoints(Math.max(...points)),
  }
}
