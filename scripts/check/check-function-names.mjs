import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../set-up/paths.mjs'
import { findVerblessFunctions } from './find-verbless-functions.mjs'

const found = []
const files = glob('{apps,packages,bench,scripts}/**/!(*.test).{ts,tsx,mjs}', {
  cwd: ROOT,
  exclude: (name) => name === 'node_modules' || name === 'dist',
})
for await (const path of files) {
  for (const name of findVerblessFunctions(await readFile(join(ROOT, path), 'utf8'))) {
    found.push(`${path}: ${name}`)
  }
}
if (found.length > 0) {
  console.error(
    `Name these functions by what they do (readX, buildX, toX, findX), not xOf:\n${found.join('\n')}`,
  )
  process.exit(1)
}
