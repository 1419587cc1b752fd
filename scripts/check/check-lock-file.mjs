import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../set-up/paths.mjs'
import { findMissingLockEntries } from './find-missing-lock-entries.mjs'

const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
const missing = findMissingLockEntries(lock)
if (missing.length > 0) {
  console.error(
    `package-lock.json lacks ${missing.join(', ')}: npm ci would reject the file. Run npm install with a registry that has these packages.`,
  )
  process.exit(1)
}
