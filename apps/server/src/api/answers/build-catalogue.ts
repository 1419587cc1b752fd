import type { Catalogue } from '@app/api/schemas/catalogue.ts'
import { SIGNALS, type Signal } from '@app/score/factors/signals.ts'
import type { PointsRows } from '@app/score/points-table.ts'
import { POINTS_TABLES } from '@app/score/tables/points-tables.ts'
import { SCORE_VERSION } from '@app/score/version.ts'
import { FACTOR_UNIT, FACTORS, type Factor, WEIGHT_PERCENT } from '@app/values/factor.ts'
import { RISK_LEVEL_DEFINITIONS, RISK_LEVELS } from '@app/values/risk-level.ts'

const FACTOR_DESCRIPTIONS: Readonly<Record<Factor, string>> = {
  txFrequency: 'How the wallet is used: how many pay it and are paid, and how often they return',
  largeOutFlow: 'How much leaves at once, and how soon after it arrived',
  knownScamInteract: 'Contact with listed wallets, by direction and share, up to two hops away',
  nftHoldings: 'NFTs held, by collection, those minted by the wallet itself apart',
  onchainAge: 'Place in the order of creation, and how long and on how many days it was active',
  communitySignals: 'Reports and vouches by the weight of who speaks, and what was decided by vote',
}

/** The points tables by factor; a factor without tables is judged by rules in code. */
const TABLES: Readonly<Partial<Record<Factor, readonly PointsRows[]>>> = POINTS_TABLES
const RULES: Readonly<Partial<Record<Factor, readonly Signal[]>>> = SIGNALS

/** Builds the catalogue of factors and signals that the shipped engine uses. */
export function buildCatalogue(): Catalogue {
  return {
    version: SCORE_VERSION,
    factors: FACTORS.map((factor) => ({
      factor,
      weightPercent: WEIGHT_PERCENT[factor],
      description: FACTOR_DESCRIPTIONS[factor],
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
