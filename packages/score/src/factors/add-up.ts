import type { Facts } from '../facts.ts'
import { INPUTS, type InputName } from '../inputs/inputs.ts'
import type { EvidencePointer } from '../judgement.ts'
import { type MatchedRow, matchRow, type PointsRows } from '../points-table.ts'
import { ADVICE } from './advice.ts'
import { type FactorImprovement, type FactorReason, rawOf } from './factor-result.ts'

export interface TableResult {
  raw: number
  reasons: FactorReason[]
  improve: FactorImprovement[]
}

/** Adds up the rows of a points table that apply to a wallet, each with its reason. */
export function addUp(
  facts: Facts,
  table: readonly PointsRows[],
  evidence: EvidencePointer,
): TableResult {
  const matched = matchedRows(facts, table)
  const points = matched.reduce((sum, row) => sum + row.points, 0)
  return {
    raw: rawOf(points),
    reasons: matched.map((row) => toReason(row, evidence)),
    improve: matched.filter((row) => row.points < 0).flatMap(toImprovement),
  }
}

function matchedRows(facts: Facts, table: readonly PointsRows[]): MatchedRow[] {
  const read = (input: InputName): number | null => INPUTS[input].of(facts)
  const found: MatchedRow[] = []
  for (const rows of table) {
    const row = matchRow(rows, read)
    if (row !== null && row.points !== 0) found.push(row)
  }
  return found
}

function toReason({ rows, values, points }: MatchedRow, evidence: EvidencePointer): FactorReason {
  return { code: rows.code, text: sayAll(rows, values), points, evidence }
}

function sayAll({ inputs }: PointsRows, values: readonly number[]): string {
  const clauses = inputs.map((input, position) => INPUTS[input].say(values[position] ?? 0))
  const text = clauses.join(', and ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function toImprovement({ rows, points }: MatchedRow): FactorImprovement[] {
  const text = ADVICE[rows.inputs[0]]
  return text === undefined ? [] : [{ code: rows.code, text, points: -points }]
}
