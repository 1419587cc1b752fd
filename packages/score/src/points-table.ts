import type { InputName } from './inputs/inputs.ts'

/**
 * Rows of a points table over one input, or two of the same factor together. `edges` cut each input
 * into bands: band 0 lies below the first edge, band i starts at edge i − 1. `points` holds one number
 * a band (for two inputs: all bands of the second input within band 0 of the first, and so on).
 */
export interface PointsRows {
  /** Stable name, such as 'swept_within_day'; reasons carry it. */
  code: string
  inputs: readonly [InputName] | readonly [InputName, InputName]
  edges: readonly (readonly number[])[]
  /** Signed, in units of 1/10,000 of the factor. */
  points: readonly number[]
  /** Where bands and points come from. */
  source: string
}

/** A row of a table that applies to one wallet. */
export interface MatchedRow {
  rows: PointsRows
  values: readonly number[]
  /** In units of 1/10,000 of the factor. */
  points: number
}

/** The row that holds these input values, or `null` when one of them is unknown. */
export function matchRow(
  rows: PointsRows,
  read: (input: InputName) => number | null,
): MatchedRow | null {
  const values: number[] = []
  let index = 0
  for (const [position, input] of rows.inputs.entries()) {
    const value = read(input)
    if (value === null) return null
    const edges = rows.edges[position] ?? []
    index = index * (edges.length + 1) + bandOf(value, edges)
    values.push(value)
  }
  return { rows, values, points: rows.points[index] ?? 0 }
}

/** Number of edges at or below `value`; edges ascend. */
export function bandOf(value: number, edges: readonly number[]): number {
  let band = 0
  for (const edge of edges) {
    if (value < edge) return band
    band += 1
  }
  return band
}
