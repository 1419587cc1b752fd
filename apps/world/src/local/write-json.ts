import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes the file whole or not at all. */
export async function writeJson(path: string, content: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`)
  await rename(draft, path)
}
