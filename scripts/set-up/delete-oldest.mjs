import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Deletes all included files and folders of a directory but the `kept` that were changed last.
 * @param {string} directory
 * @param {{ isIncluded: (name: string) => boolean, kept: number }} options
 */
export async function deleteOldest(directory, { isIncluded, kept }) {
  const paths = (await readdir(directory)).filter(isIncluded).map((name) => join(directory, name))
  const dated = await Promise.all(
    paths.map(async (path) => ({ path, changedMs: (await stat(path)).mtimeMs })),
  )
  dated.sort((a, b) => b.changedMs - a.changedMs)
  for (const { path } of dated.slice(kept)) await rm(path, { recursive: true, force: true })
}
