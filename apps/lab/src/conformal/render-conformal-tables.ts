import type { ConformalTable } from '@app/score/behaviour/conformal-table.ts'
import type { AccusationCounts, AccusationFigures } from '@app/score/tables/accuracy.ts'

const HEAD = `// Written by \`npm run fit\`; what the numbers mean and where they come from is in docs/scoring.md.

import type { ConformalTable } from '../behaviour/conformal-table.ts'
import type { AccusationFigures } from './accuracy.ts'
`

const NUMBERS_PER_LINE = 20

/** Renders conformal tables and the accusations by them as TypeScript, in one file so that they always match. */
export function renderConformalTables(
  tables: readonly ConformalTable[],
  figures: readonly AccusationFigures[],
): string {
  return `${HEAD}
/** Scores by behaviour alone of labelled ordinary wallets, by tables that were fitted without them. */
export const CONFORMAL_TABLES: readonly ConformalTable[] = [
${tables.map(renderTable).join('')}]

/** Accusations by behaviour alone, on wallets that were not used for the fit. */
export const ACCUSATIONS: readonly AccusationFigures[] = [
${figures.map(renderFigures).join('')}]
`
}

function renderTable({ set, wallets, tenths, atOrBelow }: ConformalTable): string {
  const lines = [
    `set: '${set}',`,
    `wallets: ${wallets},`,
    ...renderNumbers('tenths', tenths),
    ...renderNumbers('atOrBelow', atOrBelow),
  ]
  return renderObject(lines)
}

function renderNumbers(name: string, numbers: readonly number[]): string[] {
  const lines = Array.from({ length: Math.ceil(numbers.length / NUMBERS_PER_LINE) }, (_, line) =>
    numbers.slice(line * NUMBERS_PER_LINE, (line + 1) * NUMBERS_PER_LINE),
  )
  return [`${name}: [`, ...lines.map((line) => `  ${line.join(', ')},`), '],']
}

function renderFigures({ set, label, illicitShare, ordinary, illicit }: AccusationFigures): string {
  return renderObject([
    `set: '${set}',`,
    `label: '${label}',`,
    `illicitShare: ${illicitShare},`,
    `ordinary: ${renderCounts(ordinary)},`,
    `illicit: ${renderCounts(illicit)},`,
  ])
}

function renderCounts(counts: AccusationCounts): string {
  const fields = Object.entries(counts).map(([name, count]) => `${name}: ${count}`)
  return `{ ${fields.join(', ')} }`
}

function renderObject(lines: readonly string[]): string {
  return `  {\n${lines.map((line) => `    ${line}\n`).join('')}  },\n`
}
