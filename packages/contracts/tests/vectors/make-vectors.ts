import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vectorFiles } from './vector-files.ts'

for (const [name, text] of Object.entries(vectorFiles())) {
  await writeFile(join(import.meta.dirname, name), text)
}
