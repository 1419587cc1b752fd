import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../set-up/paths.mjs'

const IGNORED = new Set(['node_modules', 'dist', '.git', '.dharma', '.vite'])

/** Lists the files of the repository that are below `folder`, by path from the root. */
export function listFiles(folder = '.'): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return IGNORED.has(entry.name) ? [] : listFiles(path)
    return entry.isFile() ? [path] : []
  })
}
