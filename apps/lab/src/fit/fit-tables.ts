import { selectTheme } from '@app/score/factors/themes.ts'
import type { PointsRows, PointsTables } from '@app/score/points-table.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
import type { TrainingExample } from './build-examples.ts'
import { type BandedRows, buildBandedRows } from './design.ts'
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
  const points = Array.from(odds.subarray(own.start, own.start + own.size), (value) =>
    Math.round(value * unit),
  )
  const { code, inputs, edges } = own
  return { code, theme: selectTheme(inputs), inputs, edges, points }
}
