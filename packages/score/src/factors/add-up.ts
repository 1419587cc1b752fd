import { FACTOR_UNIT } from '@app/values/factor.ts'
import type { Theme } from '../inputs/input.ts'
import type { Values } from '../inputs/inputs.ts'
import { clamp } from '../integers.ts'
import type { EvidencePointer } from '../judgement.ts'
import { type PointsRows, pointsFor } from '../points-table.ts'
import { type FactorImprovement, type FactorReason, NEUTRAL, rawOf } from './factor-result.ts'
import { THEMES, tellTheme, themeOf } from './themes.ts'

export interface TableResult {
  raw: number
  reasons: FactorReason[]
  improve: FactorImprovement[]
}

/** Adds up the rows of a points table that apply to a wallet; each theme of them is a reason. */
export function addUp(
  values: Values,
  table: readonly PointsRows[],
  evidence: EvidencePointer,
): TableResult {
  const totals = totalsByTheme(values, table)
  let sum = 0
  for (const points of totals.values()) sum += points
  const raw = rawOf(sum)
  return {
    raw,
    reasons: [...reasonsOf(totals, values, evidence), ...cutOff(raw - NEUTRAL - sum)],
    improve: improvementsOf(totals, sum, raw),
  }
}

function totalsByTheme(values: Values, table: readonly PointsRows[]): Map<Theme, number> {
  const totals = new Map<Theme, number>()
  for (const rows of table) {
    const points = pointsFor(rows, values)
    if (points === 0) continue
    const theme = themeOf(rows)
    totals.set(theme, (totals.get(theme) ?? 0) + points)
  }
  return totals
}

function reasonsOf(
  totals: ReadonlyMap<Theme, number>,
  values: Values,
  evidence: EvidencePointer,
): FactorReason[] {
  return Array.from(totals, ([theme, points]) => ({
    code: theme,
    text: () => tellTheme(theme, values),
    points,
    evidence,
  }))
}

/** What a factor cannot count, because it is held within 0 and 1. */
function cutOff(points: number): FactorReason[] {
  if (points === 0) return []
  const text = () => 'No more than its weight counts of this factor'
  return [{ code: 'cut_off', text, points, evidence: { kind: 'none' } }]
}

/** What each theme that costs points would bring back if it cost none. */
function improvementsOf(
  totals: ReadonlyMap<Theme, number>,
  sum: number,
  raw: number,
): FactorImprovement[] {
  return Array.from(totals).flatMap(([theme, points]) => {
    const { advice } = THEMES[theme]
    const gain = clamp(NEUTRAL + sum - points, 0, FACTOR_UNIT) - raw
    return advice === null || points >= 0 || gain <= 0
      ? []
      : [{ code: theme, text: advice, points: gain }]
  })
}
