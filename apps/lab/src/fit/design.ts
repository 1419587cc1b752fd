import type { InputValues } from '@app/score/inputs/inputs.ts'
import { findRowIndex } from '@app/score/points-table.ts'
import type { TrainingExample } from './build-examples.ts'
import { computeEdges } from './edges.ts'
import type { FittedFactor, PlannedRows, TablePlan } from './plan.ts'

/** Planned rows with their band edges, and the position of their first point among all fitted points. */
export interface BandedRows extends PlannedRows {
  factor: FittedFactor
  edges: readonly (readonly number[])[]
  start: number
  size: number
}

/** Computes the band edges of every planned input from the training examples. */
export function buildBandedRows(
  plan: TablePlan,
  examples: readonly TrainingExample[],
): BandedRows[] {
  let start = 0
  const found: BandedRows[] = []
  for (const factor of Object.keys(plan) as FittedFactor[]) {
    for (const rows of plan[factor]) {
      const edges = rows.inputs.map((input) =>
        computeEdges(listValues(examples, input), rows.bands),
      )
      const size = edges.reduce((product, cuts) => product * (cuts.length + 1), 1)
      found.push({ ...rows, factor, edges, start, size })
      start += size
    }
  }
  return found
}

function listValues(examples: readonly TrainingExample[], input: PlannedRows['inputs'][0]) {
  return examples.flatMap(({ values, weight }) => {
    const value = values[input]
    return value === null ? [] : [{ value, weight }]
  })
}

/** Returns the positions of the fitted points of `rows` that apply to a wallet. */
export function findCells(rows: readonly BandedRows[], values: InputValues): Int32Array {
  const cells: number[] = []
  for (const own of rows) {
    const index = findRowIndex(own, values)
    if (index !== null) cells.push(own.start + index)
  }
  return Int32Array.from(cells)
}

/** Returns the pairs of neighbouring bands of some rows, as positions among all fitted points. */
export function listNeighbourPairs({ edges, start, size }: BandedRows): [number, number][] {
  const pairs: [number, number][] = []
  let stride = size
  for (const cuts of edges) {
    const bands = cuts.length + 1
    stride /= bands
    for (let cell = 0; cell < size; cell += 1) {
      const isLast = Math.floor(cell / stride) % bands === bands - 1
      if (!isLast) pairs.push([start + cell, start + cell + stride])
    }
  }
  return pairs
}
