import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes several files of a folder; each is whole, or as it was before. */
export async function writeTogether(folder: string, files: Record<string, string>): Promise<void> {
  const drafts = Object.entries(files).map(([name, text]) => {
    const path = join(folder, name)
    return { path, draft: `${path}.draft`, text }
  })
  for (const { draft, text } of drafts) await writeFile(draft, text)
  for (const { draft, path } of drafts) await rename(draft, path)
}
