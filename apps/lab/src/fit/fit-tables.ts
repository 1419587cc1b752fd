import { createHash } from 'node:crypto'
import { selectInputGroup } from '@app/score/factors/input-groups.ts'
import { judgeWithTables } from '@app/score/judge.ts'
import type { PointsRows, PointsTables } from '@app/score/points-table.ts'
import type { FiveFoldFigures } from '@app/score/tables/accuracy.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
import { compareScores, computeSuspectedShare } from '../measure-accuracy.ts'
import { groupByIllicitLabel, type LabelledWallet, type WalletSet } from '../read-wallets.ts'
import type { Scores } from './conformal-tables.ts'
import { type BandedRows, buildBandedRows, type TrainingExample } from './design.ts'
import { minimize } from './minimize.ts'
import { computeMaxLogOdds, createObjective } from './objective.ts'
import type { FitSettings, FittedFactor, TablePlan } from './plan.ts'

/** Fits points tables, in integer units of 1/10,000, to labelled wallets. Deterministic. */
export function fitTables(
  plan: TablePlan,
  examples: readonly TrainingExample[],
  settings: FitSettings,
): PointsTables {
  const rows = buildBandedRows(plan, examples)
  const size = rows.reduce((sum, own) => sum + own.size, 0)
  const odds = minimize(createObjective(rows, examples, settings), size, settings.iterations)
  const buildTable = (factor: FittedFactor): PointsRows[] =>
    rows.filter((own) => own.factor === factor).map((own) => toPoints(own, odds, settings))
  return {
    txFrequency: buildTable('txFrequency'),
    largeOutFlow: buildTable('largeOutFlow'),
    onchainAge: buildTable('onchainAge'),
  }
}

function toPoints(own: BandedRows, odds: Float64Array, settings: FitSettings): PointsRows {
  const unit = FACTOR_UNIT / (2 * computeMaxLogOdds(own.factor, settings))
  const { code, inputs, edges, start, size } = own
  const points = Array.from(odds.subarray(start, start + size), (value) => Math.round(value * unit))
  return { code, group: selectInputGroup(inputs), inputs, edges, points }
}

export const FOLDS = 5

/** Scores every wallet with tables that were fitted without its fold. */
export function crossValidate(
  plan: TablePlan,
  examples: readonly TrainingExample[],
  settings: FitSettings,
): Map<LabelledWallet, number> {
  const scores = new Map<LabelledWallet, number>()
  const folds = Map.groupBy(examples, ({ wallet }) => computeFoldIndex(wallet.address))
  for (const held of folds.values()) {
    const training = examples.filter((example) => !held.includes(example))
    const tables = fitTables(plan, training, settings)
    for (const { wallet } of held) scores.set(wallet, judgeWithTables(tables, wallet.facts).score)
  }
  return scores
}

/** Returns the fold (0–4) of a wallet, from the SHA-256 of its address: the same in every run. */
function computeFoldIndex(address: string): number {
  return createHash('sha256').update(`fold:${address}`).digest().readUInt32BE(0) % FOLDS
}

/**
 * Computes the figures of each illicit label of each set from the wallets' scores, and two that the generated file does not
 * contain: the share of each class below NORMAL, 0–1. Labels without scores are left out.
 */
export function computeFiveFoldFigures(sets: readonly WalletSet[], scores: Scores) {
  const listScores = (wallets: readonly LabelledWallet[]) =>
    wallets.flatMap((wallet) => scores.get(wallet) ?? [])
  return sets.flatMap(({ name, wallets }) =>
    groupByIllicitLabel(wallets.filter((wallet) => scores.has(wallet))).map((own) => {
      const found = compareScores(listScores(own.illicit), listScores(own.normal))
      const { levelsIllicit, levelsNormal, ...figures } = found
      const rates = {
        auc: roundToFourDecimals(figures.auc),
        recallAt1: roundToFourDecimals(figures.recallAt1),
        recallAt5: roundToFourDecimals(figures.recallAt5),
      }
      const measured: FiveFoldFigures = { set: name, label: own.label, ...figures, ...rates }
      return {
        figures: measured,
        illicitSuspected: computeSuspectedShare(levelsIllicit),
        normalSuspected: computeSuspectedShare(levelsNormal),
      }
    }),
  )
}

const roundToFourDecimals = (value: number | null): number => Number((value ?? 0).toFixed(4))
