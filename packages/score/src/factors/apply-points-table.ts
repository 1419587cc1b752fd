import type { Theme } from '../inputs/input.ts'
import type { InputValues } from '../inputs/inputs.ts'
import type { EvidencePointer } from '../judgement.ts'
import { findPoints, type PointsRows } from '../points-table.ts'
import { type FactorImprovement, type FactorReason, NEUTRAL, toRawValue } from './factor-result.ts'
import { describeTheme, THEMES } from './themes.ts'

export interface TableResult {
  raw: number
  reasons: FactorReason[]
  improve: FactorImprovement[]
}

/** Sums the rows of a points table that match a wallet's values, with one reason per theme. */
export function applyPointsTable(
  values: InputValues,
  table: readonly PointsRows[],
  evidence: EvidencePointer,
): TableResult {
  const totals = sumPointsByTheme(values, table)
  const reasons: FactorReason[] = []
  let sum = 0
  for (const [theme, points] of totals) {
    sum += points
    reasons.push({ code: theme, text: () => describeTheme(theme, values), points, evidence })
  }
  const raw = toRawValue(sum)
  if (raw !== NEUTRAL + sum) reasons.push(buildCappedPointsReason(raw - NEUTRAL - sum))
  return { raw, reasons, improve: listImprovements(totals, sum) }
}

function sumPointsByTheme(values: InputValues, table: readonly PointsRows[]): Map<Theme, number> {
  const totals = new Map<Theme, number>()
  for (const rows of table) {
    const points = findPoints(rows, values)
    if (points === 0) continue
    totals.set(rows.theme, (totals.get(rows.theme) ?? 0) + points)
  }
  return totals
}

/** Builds the reason for points that do not count because a factor is limited to 0–1. */
export function buildCappedPointsReason(points: number): FactorReason {
  const text = () => 'The points of this factor are cut off at its weight'
  return { code: 'cut_off', text, points, evidence: { kind: 'none' } }
}

/** Lists, for each theme with negative points, the gain if it had none. */
function listImprovements(totals: ReadonlyMap<Theme, number>, sum: number): FactorImprovement[] {
  const found: FactorImprovement[] = []
  for (const [theme, points] of totals) {
    const { advice } = THEMES[theme]
    const gain = toRawValue(sum - points) - toRawValue(sum)
    if (advice !== null && gain > 0) found.push({ code: theme, text: advice, points: gain })
  }
  return found
}
