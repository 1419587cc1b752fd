import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { CommandError } from '../command-error.ts'
import type { Engine } from '../measure/engine.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
/** All packages that the score depends on. */
const PACKAGES = ['packages/score', 'packages/values'] as const
const ENTRY = 'packages/score/src/judge.ts'

/** Loads the engine and the tables of the commit `revision`. Throws `CommandError` when it has none that runs. */
export async function loadCommittedEngine(revision: string): Promise<Engine> {
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
