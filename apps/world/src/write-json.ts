import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes the file atomically, with the permissions `mode`. */
export async function writeJson(path: string, content: unknown, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode })
  await rename(draft, path)
}
