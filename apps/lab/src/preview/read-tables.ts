import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { formatSchemaError } from '@app/api/schemas/format-schema-error.ts'
import { selectInputGroup } from '@app/score/factors/input-groups.ts'
import { INPUTS, type InputName } from '@app/score/inputs/inputs.ts'
import type { PointsRows, PointsTables } from '@app/score/points-table.ts'
import * as Type from 'typebox'
import { Check, Errors } from 'typebox/value'
import { CommandError, getErrorMessage } from '../command-line.ts'
import { readTextOrGzip } from '../read-text.ts'

const NumbersSchema = Type.Array(Type.Number())
const InputSchema = Type.Unsafe<InputName>(Type.Enum(Object.keys(INPUTS)))
const TableSchema = Type.Array(
  Type.Object({
    code: Type.String(),
    inputs: Type.Union([Type.Tuple([InputSchema]), Type.Tuple([InputSchema, InputSchema])]),
    edges: Type.Array(NumbersSchema),
    points: NumbersSchema,
  }),
)
const TablesSchema = Type.Object({
  txFrequency: TableSchema,
  largeOutFlow: TableSchema,
  onchainAge: TableSchema,
})

type RawRows = Type.Static<typeof TableSchema>[number]

/**
 * Reads points tables from a file: JSON, or a module that exports `POINTS_TABLES`. Throws `CommandError`, in
 * which the file is called `name`.
 */
export async function readTables(path: string, name = path): Promise<PointsTables> {
  return parseTables(
    name,
    path.endsWith('.ts') ? await importTables(path, name) : await readJson(path),
  )
}

async function importTables(path: string, name: string): Promise<unknown> {
  const module: Record<string, unknown> = await import(pathToFileURL(resolve(path)).href).catch(
    (cause: Error) => {
      throw new CommandError(`${name} cannot be loaded: ${cause.message}`, { cause })
    },
  )
  if (!('POINTS_TABLES' in module)) throw new CommandError(`${name} exports no POINTS_TABLES`)
  return module.POINTS_TABLES
}

async function readJson(path: string): Promise<unknown> {
  const text = await readTextOrGzip(path)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new CommandError(`${path} cannot be read: ${getErrorMessage(cause)}`, { cause })
  }
}

/**
 * Parses points tables, of any version that this engine can use. Throws `CommandError` with `source` and the
 * rows that it cannot use.
 */
export function parseTables(source: string, value: unknown): PointsTables {
  if (!Check(TablesSchema, value)) {
    throw new CommandError(`${source}: ${formatSchemaError(Errors(TablesSchema, value))}`)
  }
  const parseTable = (factor: keyof PointsTables) =>
    value[factor].map((rows, index) => completeRows(`${source}: ${factor}.${index}`, rows))
  return {
    txFrequency: parseTable('txFrequency'),
    largeOutFlow: parseTable('largeOutFlow'),
    onchainAge: parseTable('onchainAge'),
  }
}

function completeRows(location: string, { code, inputs, edges, points }: RawRows): PointsRows {
  const bandCount = edges.reduce((count, edge) => count * (edge.length + 1), 1)
  if (edges.length !== inputs.length || points.length !== bandCount) {
    throw new CommandError(
      `${location} (${code}) must have edges for each input and points for each band`,
    )
  }
  return { code, group: selectInputGroup(inputs), inputs, edges, points }
}
