import { selectInputGroup } from '@app/score/factors/input-groups.ts'
import type { PointsRows, PointsTables } from '@app/score/points-table.ts'
import type { FiveFoldFigures } from '@app/score/tables/accuracy.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
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
  const points = Array.from(odds.subarray(own.start, own.start + own.size), (value) =>
    Math.round(value * unit),
  )
  const { code, inputs, edges } = own
  return { code, group: selectInputGroup(inputs), inputs, edges, points }
}

const HEAD = `// Written by \`npm run fit\`; what the rows mean and where they come from is in docs/build/scoring.md.

import type { PointsTables } from '../points-table.ts'
import type { FiveFoldFigures } from './accuracy.ts'

/** Points fitted to labelled wallets, in units of 1/10,000 of the factor. */
export const FITTED_TABLES: PointsTables = {
`

/**
 * Renders fitted tables and their five-fold figures as TypeScript. Both are in one file so that they always
 * match. For rows over two inputs, each line is a band of the first.
 */
export function renderFit(tables: PointsTables, figures: readonly FiveFoldFigures[]): string {
  return `${HEAD}${renderTables(tables)}}\n${renderAccuracy(figures)}`
}

function renderTables(tables: PointsTables): string {
  return Object.entries(tables)
    .map(
      ([factor, table]: [string, readonly PointsRows[]]) =>
        `  ${factor}: [\n${table.map(renderRows).join('')}  ],\n`,
    )
    .join('')
}

function renderRows({ code, group, inputs, edges, points }: PointsRows): string {
  const lines = [
    `code: '${code}',`,
    `group: '${group}',`,
    `inputs: [${inputs.map((input) => `'${input}'`).join(', ')}],`,
    `edges: [${edges.map((cuts) => `[${cuts.join(', ')}]`).join(', ')}],`,
    ...renderPoints(points, edges),
  ]
  return `    {\n${lines.map((line) => `      ${line}\n`).join('')}    },\n`
}

function renderPoints(points: readonly number[], edges: PointsRows['edges']): string[] {
  if (edges.length === 1) return [`points: [${points.join(', ')}],`]
  const width = (edges[1]?.length ?? 0) + 1
  const bands = Array.from({ length: points.length / width }, (_, band) =>
    points.slice(band * width, (band + 1) * width),
  )
  return ['points: [', ...bands.map((band) => `  ${band.join(', ')},`), '],']
}

function renderAccuracy(figures: readonly FiveFoldFigures[]): string {
  const lines = figures.map((own) => `  {\n${Object.entries(own).map(renderField).join('')}  },\n`)
  return `
/** Five-fold figures: accuracy of tables fitted in the same way on wallets that were not used for the fit. */
export const ACCURACY: readonly FiveFoldFigures[] = [
${lines.join('')}]
`
}

function renderField([name, value]: [string, string | number]): string {
  return `    ${name}: ${typeof value === 'string' ? `'${value}'` : value},\n`
}
