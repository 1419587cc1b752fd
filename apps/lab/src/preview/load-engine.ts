import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { formatSchemaError } from '@app/api/schemas/format-schema-error.ts'
import { selectInputGroup } from '@app/score/factors/input-groups.ts'
import { INPUTS, type InputName } from '@app/score/inputs/inputs.ts'
import { judge, judgeWithTables } from '@app/score/judge.ts'
import type { PointsRows, PointsTables } from '@app/score/points-table.ts'
import { POINTS_TABLES } from '@app/score/tables/points-tables.ts'
import { FatalError } from '@app/values/errors.ts'
import * as Type from 'typebox'
import { Check, Errors } from 'typebox/value'
import { getErrorMessage, readTextOrGzip } from '../command-line.ts'
import type { Engine } from '../measure-accuracy.ts'
import { createEngineWithout } from './mute-reason.ts'

/** Name of the version that is checked out, with its changes. */
export const WORKING_TREE = 'the working tree'

/** Loads the engine of a version: the working tree, points tables in a file, or a commit. */
export async function loadEngine(name: string): Promise<Engine> {
  if (name === WORKING_TREE) return judge
  if (!isFile(name)) return await loadCommittedEngine(name)
  const tables = await readTables(name)
  return (facts) => judgeWithTables(tables, facts)
}

/**
 * Loads the engine of a version in which the reason `code` gives no points. Throws `FatalError` for a
 * commit, whose engine takes no other tables.
 */
export async function loadEngineWithout(name: string, code: string): Promise<Engine> {
  if (name === WORKING_TREE) return createEngineWithout(POINTS_TABLES, code)
  if (isFile(name)) return createEngineWithout(await readTables(name), code)
  throw new FatalError(
    `${name} is a commit: --mute needs the working tree or points tables in a file as --to`,
  )
}

const isFile = (name: string): boolean => existsSync(name) || /\.(json|ts)$/.test(name)

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
/** All packages that the score depends on. */
const PACKAGES = ['packages/score', 'packages/values'] as const

/** Loads the engine and the tables of the commit `revision`. Throws `FatalError` when it has none that runs. */
async function loadCommittedEngine(revision: string): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'dharma-engine-'))
  try {
    await extractRevision(revision, folder)
    const { judge } = await import(pathToFileURL(join(folder, 'packages/score/src/judge.ts')).href)
    return judge
  } catch (cause) {
    if (cause instanceof FatalError) throw cause
    throw new FatalError(`${revision} has no engine that runs here: ${cause}`, { cause })
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function extractRevision(revision: string, folder: string): Promise<void> {
  const archive = join(folder, 'engine.tar')
  const options = ['--format=tar', `--output=${archive}`, '--end-of-options']
  await runProgram('git', ['archive', ...options, revision, ...PACKAGES])
  await runProgram('tar', ['-xf', archive, '-C', folder])
  const modules = join(folder, 'node_modules')
  await mkdir(join(modules, '@app'), { recursive: true })
  for (const room of PACKAGES) {
    await symlink(join(folder, room), join(modules, room.replace('packages', '@app')))
  }
  await symlink(join(ROOT, 'node_modules/@noble'), join(modules, '@noble'))
}

async function runProgram(command: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(command, args, { cwd: ROOT }).catch((cause: { stderr?: string }) => {
    const reason = cause.stderr?.trim() || cause
    throw new FatalError(`${command} cannot read the committed version: ${reason}`, { cause })
  })
}

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

/** Reads points tables from a file: JSON, or a module that exports `POINTS_TABLES`. */
async function readTables(path: string): Promise<PointsTables> {
  return parseTables(path, path.endsWith('.ts') ? await importTables(path) : await readJson(path))
}

async function importTables(path: string): Promise<unknown> {
  const module: Record<string, unknown> = await import(pathToFileURL(resolve(path)).href).catch(
    (cause: Error) => {
      throw new FatalError(`${path} cannot be loaded: ${cause.message}`, { cause })
    },
  )
  if (!('POINTS_TABLES' in module)) throw new FatalError(`${path} exports no POINTS_TABLES`)
  return module.POINTS_TABLES
}

async function readJson(path: string): Promise<unknown> {
  const text = await readTextOrGzip(path)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new FatalError(`${path} cannot be read: ${getErrorMessage(cause)}`, { cause })
  }
}

/**
 * Parses points tables, of any version that this engine can use. Throws `FatalError` with `source` and the
 * rows that it cannot use.
 */
export function parseTables(source: string, value: unknown): PointsTables {
  if (!Check(TablesSchema, value)) {
    throw new FatalError(`${source}: ${formatSchemaError(Errors(TablesSchema, value))}`)
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
    throw new FatalError(
      `${location} (${code}) must have edges for each input and points for each band`,
    )
  }
  return { code, group: selectInputGroup(inputs), inputs, edges, points }
}
