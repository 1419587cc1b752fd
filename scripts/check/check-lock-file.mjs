import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../set-up/paths.mjs'
import { findMissingLockEntries } from './find-missing-lock-entries.mjs'

const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
const missing = findMissingLockEntries(lock)
if (missing.length > 0) {
  console.error(
    `package-lock.json leaves out ${missing.join(', ')}: lock them with npm install where the registry has them, or npm ci refuses the file.`,
  )
  process.exit(1)
}
