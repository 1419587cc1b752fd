import { existsSync } from 'node:fs'
import { judge } from '@app/score/judge.ts'
import { POINTS_TABLES } from '@app/score/tables/points-tables.ts'
import { CommandError } from '../command-error.ts'
import { createEngine, type Engine } from '../measure/engine.ts'
import { loadCommittedEngine } from './load-committed-engine.ts'
import { createEngineWithout } from './mute-reason.ts'
import { readTables } from './read-tables.ts'

/** Name of the version that is checked out, with its changes. */
export const WORKING_TREE = 'the working tree'

/** Loads the engine of a version: the working tree, points tables in a file, or a commit. */
export async function loadEngine(name: string): Promise<Engine> {
  if (name === WORKING_TREE) return judge
  return isFile(name) ? createEngine(await readTables(name)) : await loadCommittedEngine(name)
}

/**
 * Loads the engine of a version in which the reason `code` gives no points. Throws `CommandError` for a
 * commit, whose engine takes no other tables.
 */
export async function loadEngineWithout(name: string, code: string): Promise<Engine> {
  if (name === WORKING_TREE) return createEngineWithout(POINTS_TABLES, code)
  if (isFile(name)) return createEngineWithout(await readTables(name), code)
  throw new CommandError(
    `${name} is a commit: --mute needs the working tree or points tables in a file as --to`,
  )
}

const isFile = (name: string): boolean => existsSync(name) || /\.(json|ts)$/.test(name)
