import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildVectorFiles } from './vector-files.ts'

for (const [name, text] of Object.entries(buildVectorFiles())) {
  await writeFile(join(import.meta.dirname, name), text)
}
