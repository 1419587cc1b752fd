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
}

/** The tables of the three factors that are judged by points. */
export interface PointsTables {
  txFrequency: readonly PointsRows[]
  largeOutFlow: readonly PointsRows[]
  onchainAge: readonly PointsRows[]
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
  for (const input of rows.inputs) {
    const value = read(input)
    if (value === null) return null
    values.push(value)
  }
  return { rows, values, points: rows.points[rowIndexOf(rows.edges, values)] ?? 0 }
}

/** Position in `points` of the row that holds these values, one for each list of edges. */
export function rowIndexOf(
  edges: readonly (readonly number[])[],
  values: readonly number[],
): number {
  let index = 0
  for (const [position, cuts] of edges.entries()) {
    index = index * (cuts.length + 1) + bandOf(values[position] ?? 0, cuts)
  }
  return index
}

/** Number of edges at or below `value`; edges ascend. */
function bandOf(value: number, edges: readonly number[]): number {
  let band = 0
  for (const edge of edges) {
    if (value < edge) return band
    band += 1
  }
  return band
}
