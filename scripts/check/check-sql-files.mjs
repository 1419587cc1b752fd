import { glob, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { ROOT } from '../set-up/paths.mjs'
import { findMisplacedSql } from './find-misplaced-sql.mjs'

const found = []
const files = glob('apps/{server,verify}/src/**/*.ts', { cwd: ROOT })
for await (const file of files) {
  const path = file.split(sep).join('/')
  for (const place of findMisplacedSql(path, await readFile(join(ROOT, file), 'utf8'))) {
    found.push(`${path}: ${place}`)
  }
}
if (found.length > 0) {
  console.error(
    `Move this SQL to a file named load-….ts, read-….ts, write-….ts or queries.ts, to db/ or to sums/:\n${found.join('\n')}`,
  )
  process.exit(1)
}
