import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Writes a file that is removed at the end of the test; returns its path. */
export async function writeTemporaryFile(name: string, content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dharma-story-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}
