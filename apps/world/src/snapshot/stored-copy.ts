import { execFile } from 'node:child_process'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Stores the named entries of `source` in `directory`, replacing what was stored there. They must
 * not change meanwhile. The copy is renamed to its final path only when it is complete.
 */
export async function storeCopy(
  source: string,
  directory: string,
  entries: readonly string[],
): Promise<void> {
  const draft = `${directory}.draft`
  await rm(draft, { recursive: true, force: true })
  await copyEntries(source, draft, entries)
  await rm(directory, { recursive: true, force: true })
  await rename(draft, directory)
}

/**
 * Copies the stored entries of `directory` into `target`; the file `last` appears when all others are there. Returns false
 * when nothing is stored.
 */
export async function restoreCopy(
  directory: string,
  target: string,
  { last = '' }: { last?: string } = {},
): Promise<boolean> {
  const entries = await readdir(directory).catch((): string[] => [])
  if (entries.length === 0) return false
  await copyEntries(
    directory,
    target,
    entries.filter((entry) => entry !== last),
  )
  if (!entries.includes(last)) return true
  const draft = join(target, `${last}.draft`)
  await rm(draft, { recursive: true, force: true })
  await copyEntries(directory, draft, [last])
  await rename(join(draft, last), join(target, last))
  await rm(draft, { recursive: true })
  return true
}

/** Keeps permissions, and as root also owners: the database belongs to an unprivileged user. */
async function copyEntries(source: string, target: string, entries: readonly string[]) {
  await mkdir(target, { recursive: true })
  const paths = entries.map((entry) => join(source, entry))
  if (paths.length > 0) await promisify(execFile)('cp', ['-a', ...paths, target])
}
