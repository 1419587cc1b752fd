import type { InputGroup, InputName, InputValues } from './inputs/inputs.ts'

/**
 * Rows of a points table over one input, or two of the same factor together. `edges` divide each
 * input into bands: band 0 is below the first edge, band i starts at edge i − 1. `points` has one
 * number per band (for two inputs: all bands of the second input within band 0 of the first, and so
 * on).
 */
export interface PointsRows {
  /** Stable name, such as 'sent_share_and_swept_day_share'; unique in its factor. */
  code: string
  /** What the rows are about; a reason sums up all rows of a group. */
  group: InputGroup
  inputs: readonly [InputName] | readonly [InputName, InputName]
  edges: readonly (readonly number[])[]
  /** Signed, in units of 1/10,000 of the factor. */
  points: readonly number[]
}

/** The tables of the three factors that are scored by points. */
export interface PointsTables {
  txFrequency: readonly PointsRows[]
  largeOutFlow: readonly PointsRows[]
  onchainAge: readonly PointsRows[]
}

/**
 * Returns the points of the row that matches a wallet's values; 0 when one of its inputs is
 * unknown.
 */
export function findPoints(rows: PointsRows, values: InputValues): number {
  const index = findRowIndex(rows, values)
  return index === null ? 0 : (rows.points[index] ?? 0)
}

/**
 * Returns the index in `points` of the row that matches a wallet's values; `null` when an input is
 * unknown.
 */
export function findRowIndex(
  { inputs, edges }: Pick<PointsRows, 'inputs' | 'edges'>,
  values: InputValues,
): number | null {
  let index = 0
  for (let position = 0; position < inputs.length; position += 1) {
    const value = values[inputs[position] ?? inputs[0]]
    const cuts = edges[position] ?? []
    if (value === null) return null
    index = index * (cuts.length + 1) + findBand(value, cuts)
  }
  return index
}

/** Returns the number of edges at or below `value`; edges ascend. */
function findBand(value: number, edges: readonly number[]): number {
  let band = 0
  while (band < edges.length && value >= (edges[band] ?? 0)) band += 1
  return band
}
