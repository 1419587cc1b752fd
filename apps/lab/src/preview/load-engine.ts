import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { judge } from '@app/score/judge.ts'
import { POINTS_TABLES } from '@app/score/tables/points-tables.ts'
import { CommandError } from '../command-line.ts'
import { createEngine, type Engine } from '../measure-accuracy.ts'
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

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
/** All packages that the score depends on. */
const PACKAGES = ['packages/score', 'packages/values'] as const
const ENTRY = 'packages/score/src/judge.ts'

/** Loads the engine and the tables of the commit `revision`. Throws `CommandError` when it has none that runs. */
async function loadCommittedEngine(revision: string): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'dharma-engine-'))
  try {
    await extractRevision(revision, folder)
    const { judge } = await import(pathToFileURL(join(folder, ENTRY)).href)
    return judge
  } catch (cause) {
    if (cause instanceof CommandError) throw cause
    throw new CommandError(`${revision} has no engine that runs here: ${cause}`, { cause })
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
  try {
    await promisify(execFile)(command, args, { cwd: ROOT })
  } catch (cause) {
    const { stderr } = cause as { stderr?: string }
    throw new CommandError(
      `${command} cannot read the committed version: ${stderr?.trim() || cause}`,
      {
        cause,
      },
    )
  }
}
