import { themeOf } from '@app/score/factors/themes.ts'
import type { PointsRows, PointsTables } from '@app/score/points-table.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
import { type CutRows, cutRows } from './design.ts'
import { minimize } from './minimize.ts'
import { objectiveOf, reachOf } from './objective.ts'
import type { FitSettings, FittedFactor, TablePlan } from './plan.ts'
import type { Example } from './weigh.ts'

/** Points tables in whole units of 1/10,000, fitted to labelled wallets. Deterministic. */
export function fitTables(
  plan: TablePlan,
  examples: readonly Example[],
  settings: FitSettings,
): PointsTables {
  const rows = cutRows(plan, examples)
  const size = rows.reduce((sum, own) => sum + own.size, 0)
  const odds = minimize(objectiveOf(rows, examples, settings), size, settings.iterations)
  const tableOf = (factor: FittedFactor): PointsRows[] =>
    rows.filter((own) => own.factor === factor).map((own) => toPoints(own, odds, settings))
  return {
    txFrequency: tableOf('txFrequency'),
    largeOutFlow: tableOf('largeOutFlow'),
    onchainAge: tableOf('onchainAge'),
  }
}

function toPoints(own: CutRows, odds: Float64Array, settings: FitSettings): PointsRows {
  const unit = FACTOR_UNIT / (2 * reachOf(own.factor, settings))
  const points = Array.from(odds.subarray(own.start, own.start + own.size), (value) =>
    Math.round(value * unit),
  )
  const { code, inputs, edges } = own
  return { code, theme: themeOf(inputs), inputs, edges, points }
}
