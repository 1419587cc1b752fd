import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../set-up/paths.mjs'
import { findCrowdedFolders, findExcessLines } from './find-oversized.mjs'

const paths = await listTrackedFiles()
const crowded = findCrowdedFolders(paths)
const long = (await Promise.all(paths.map(findExcessLinesOfFile))).filter(Boolean)
if (crowded.length > 0) {
  console.error(
    `Split these folders by subject, each test next to what it tests:\n${crowded.join('\n')}`,
  )
}
if (long.length > 0) {
  console.error(`Split these files by subject:\n${long.join('\n')}`)
}
if (crowded.length > 0 || long.length > 0) process.exit(1)

/** @returns {Promise<string[]>} what git tracks, with `/` between the parts; empty outside of a git checkout */
async function listTrackedFiles() {
  const listed = await promisify(execFile)('git', ['ls-files', '-z'], { cwd: ROOT }).catch(
    () => undefined,
  )
  return listed?.stdout.split('\0').filter(Boolean) ?? []
}

/** @param {string} path */
async function findExcessLinesOfFile(path) {
  if (!/\.(?:tsx?|cdc)$/.test(path)) return undefined
  const source = await readFile(join(ROOT, path), 'utf8').catch(() => '')
  return findExcessLines(path, source)
}
