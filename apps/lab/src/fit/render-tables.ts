import type { PointsRows, PointsTables } from '@app/score/points-table.ts'
import type { FiveFoldFigures } from '@app/score/tables/accuracy.ts'

const HEAD = `// Written by \`npm run fit\`; what the rows mean and where they come from is in docs/scoring.md.

import type { PointsTables } from '../points-table.ts'

/** Points fitted to labelled wallets, in units of 1/10,000 of the factor. */
export const FITTED_TABLES: PointsTables = {
`

/** TypeScript text of fitted tables; of rows over two inputs, each line is a band of the first. */
export function renderTables(tables: PointsTables): string {
  const parts = Object.entries(tables).map(
    ([factor, table]: [string, readonly PointsRows[]]) =>
      `  ${factor}: [\n${table.map(renderRows).join('')}  ],\n`,
  )
  return `${HEAD}${parts.join('')}}\n`
}

function renderRows({ code, theme, inputs, edges, points }: PointsRows): string {
  const lines = [
    `code: '${code}',`,
    `theme: '${theme}',`,
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

/** TypeScript text of the five-fold figures of fitted tables. */
export function renderAccuracy(figures: readonly FiveFoldFigures[]): string {
  const lines = figures.map((own) => `  {\n${Object.entries(own).map(renderField).join('')}  },\n`)
  return `// Written by \`npm run fit\`.

import type { FiveFoldFigures } from './accuracy.ts'

/** Five-fold figures of the fitted tables. */
export const ACCURACY: readonly FiveFoldFigures[] = [
${lines.join('')}]
`
}

function renderField([name, value]: [string, string | number]): string {
  return `    ${name}: ${typeof value === 'string' ? `'${value}'` : value},\n`
}
