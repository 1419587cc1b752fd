import { LITTLE_DATA } from '@app/values/little-data.ts'
import type { Theme } from '../inputs/input.ts'
import type { InputValues } from '../inputs/inputs.ts'
import {
  type DataAmounts,
  type DataKind,
  listShortages,
  type WalletInputs,
} from '../inputs/minimum-data.ts'
import type { EvidencePointer } from '../judgement.ts'
import { findPoints, type PointsRows } from '../points-table.ts'
import { describeLittleData, LITTLE_DATA_HEADLINE } from '../words/little-data.ts'
import { getThemeHeadline } from '../words/theme-headlines.ts'
import { type FactorImprovement, type FactorReason, toRawValue } from './factor-result.ts'
import { describeTheme, hasReportedInputs, THEMES } from './themes.ts'

export interface TableResult {
  raw: number
  reasons: FactorReason[]
  improve: FactorImprovement[]
}

/**
 * Sums the rows of a points table that match a wallet's values, with one reason per theme; themes of
 * which the wallet shows too little share one reason.
 */
export function applyPointsTable(
  inputs: WalletInputs,
  table: readonly PointsRows[],
  evidence: EvidencePointer,
): TableResult {
  const totals = sumPointsByTheme(inputs.values, table)
  const reasons: FactorReason[] = []
  const little: LittleData = { points: 0, missing: [] }
  let sum = 0
  for (const [theme, points] of totals) {
    sum += points
    if (hasReportedInputs(theme, inputs.shown)) {
      reasons.push(buildThemeReason(theme, inputs.shown, { points, evidence }))
    } else {
      little.points += points
      little.missing.push(...listShortages(theme, inputs.data))
    }
  }
  if (little.points !== 0) reasons.push(buildLittleDataReason(little, inputs.data, evidence))
  return { raw: toRawValue(sum), reasons, improve: listImprovements(totals, sum) }
}

/** What the themes that cannot be spoken of have in common. */
interface LittleData {
  points: number
  missing: DataKind[]
}

function buildThemeReason(
  theme: Theme,
  shown: InputValues,
  { points, evidence }: Pick<FactorReason, 'points' | 'evidence'>,
): FactorReason {
  return {
    code: theme,
    headline: (scorePoints) => getThemeHeadline(theme, shown, scorePoints),
    text: () => describeTheme(theme, shown),
    points,
    evidence,
  }
}

function buildLittleDataReason(
  { points, missing }: LittleData,
  data: DataAmounts,
  evidence: EvidencePointer,
): FactorReason {
  return {
    code: LITTLE_DATA,
    headline: () => LITTLE_DATA_HEADLINE,
    text: () => describeLittleData(missing, data),
    points,
    evidence,
  }
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
