import { selectTheme } from '@app/score/factors/themes.ts'
import { INPUTS, type InputName } from '@app/score/inputs/inputs.ts'
import type { PointsRows, PointsTables } from '@app/score/points-table.ts'
import { CommandError } from '../command-error.ts'

/**
 * Points tables of any version that the engine of this one can judge by. Throws `CommandError` naming
 * `source` and the rows that it cannot.
 */
export function parseTables(source: string, written: unknown): PointsTables {
  const tables = requireRecord(source, written)
  const parseTable = (factor: keyof PointsTables) => {
    const table = tables[factor]
    if (!Array.isArray(table)) throw new CommandError(`${source} has no list ${factor}`)
    return table.map((rows, index) => parseRows(`${source}, ${factor}[${index}]`, rows))
  }
  return {
    txFrequency: parseTable('txFrequency'),
    largeOutFlow: parseTable('largeOutFlow'),
    onchainAge: parseTable('onchainAge'),
  }
}

function parseRows(place: string, written: unknown): PointsRows {
  const { code, inputs, edges, points } = requireRecord(place, written)
  if (typeof code !== 'string') throw new CommandError(`${place} has no code`)
  if (!isInputs(inputs)) {
    throw new CommandError(`${place} (${code}) is over inputs that this engine does not know`)
  }
  const cuts = Array.isArray(edges) && edges.every(isNumberArray) ? edges : null
  const bands = cuts?.reduce((count, edge) => count * (edge.length + 1), 1)
  if (cuts?.length !== inputs.length || !isNumberArray(points) || points.length !== bands) {
    throw new CommandError(`${place} (${code}) should have edges for each input and points a band`)
  }
  return { code, theme: selectTheme(inputs), inputs, edges: cuts, points }
}

function requireRecord(place: string, written: unknown): Record<string, unknown> {
  if (typeof written === 'object' && written !== null) return written as Record<string, unknown>
  throw new CommandError(`${place} is not an object`)
}

const isInputs = (value: unknown): value is PointsRows['inputs'] =>
  Array.isArray(value) && (value.length === 1 || value.length === 2) && value.every(isInputName)

const isInputName = (value: unknown): value is InputName =>
  typeof value === 'string' && Object.hasOwn(INPUTS, value)

const isNumberArray = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every(Number.isFinite)
