import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PointsTables } from '@app/score/points-table.ts'
import { CommandError, getErrorMessage } from '../command-error.ts'
import { parseTables } from './parse-tables.ts'

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
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (cause) {
    throw new CommandError(`${path} cannot be read: ${getErrorMessage(cause)}`, { cause })
  }
}
