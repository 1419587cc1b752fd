import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { PointsTables } from '@app/score/points-table.ts'
import { CommandError } from '../command-error.ts'
import { readTables } from './read-tables.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const TABLES = 'packages/score/src/tables'
const ENTRY = 'points-tables.ts'

/** The points tables as the commit `revision` holds them. Throws `CommandError` when git has none there. */
export async function committedTables(revision: string): Promise<PointsTables> {
  const folder = await mkdtemp(join(tmpdir(), 'dharma-tables-'))
  try {
    await checkOut(revision, folder)
    return await readTables(join(folder, ENTRY), `${revision}:${TABLES}/${ENTRY}`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Tables import each other and the types of the engine, which are gone once they run. */
async function checkOut(revision: string, folder: string): Promise<void> {
  const listing = await git('ls-tree', '--name-only', revision, '--', `${TABLES}/`)
  const paths = listing.split('\n').filter((path) => path.endsWith('.ts'))
  if (!paths.includes(`${TABLES}/${ENTRY}`)) {
    throw new CommandError(`${revision} holds no points tables in ${TABLES}`)
  }
  for (const path of paths) {
    await writeFile(join(folder, basename(path)), await git('show', `${revision}:${path}`))
  }
}

async function git(...args: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('git', args, { cwd: ROOT, maxBuffer: 2 ** 26 })
    return stdout
  } catch (cause) {
    const { stderr } = cause as { stderr?: string }
    throw new CommandError(`git cannot tell the committed tables: ${stderr?.trim() || cause}`, {
      cause,
    })
  }
}
