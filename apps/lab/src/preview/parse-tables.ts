import { selectTheme } from '@app/score/factors/themes.ts'
import { INPUTS, type InputName } from '@app/score/inputs/inputs.ts'
import type { PointsRows, PointsTables } from '@app/score/points-table.ts'
import { CommandError } from '../command-error.ts'

/**
 * Parses points tables, of any version that this engine can use. Throws `CommandError` with `source` and the
 * rows that it cannot use.
 */
export function parseTables(source: string, value: unknown): PointsTables {
  const tables = requireRecord(source, value)
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

function parseRows(location: string, value: unknown): PointsRows {
  const { code, inputs, edges, points } = requireRecord(location, value)
  if (typeof code !== 'string') throw new CommandError(`${location} has no code`)
  if (!isInputs(inputs)) {
    throw new CommandError(`${location} (${code}) has inputs that this engine does not have`)
  }
  const cuts = Array.isArray(edges) && edges.every(isNumberArray) ? edges : null
  const bands = cuts?.reduce((count, edge) => count * (edge.length + 1), 1)
  if (cuts?.length !== inputs.length || !isNumberArray(points) || points.length !== bands) {
    throw new CommandError(
      `${location} (${code}) must have edges for each input and points for each band`,
    )
  }
  return { code, theme: selectTheme(inputs), inputs, edges: cuts, points }
}

function requireRecord(location: string, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  throw new CommandError(`${location} is not an object`)
}

const isInputs = (value: unknown): value is PointsRows['inputs'] =>
  Array.isArray(value) && (value.length === 1 || value.length === 2) && value.every(isInputName)

const isInputName = (value: unknown): value is InputName =>
  typeof value === 'string' && Object.hasOwn(INPUTS, value)

const isNumberArray = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every(Number.isFinite)
