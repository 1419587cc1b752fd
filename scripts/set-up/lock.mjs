import { randomUUID } from 'node:crypto'
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive } from './process-table.mjs'

/**
 * @typedef {object} Lock
 * @property {(pid: number) => void} shareWith also holds the lock while that process lives
 * @property {() => void} release
 */

/**
 * Waits until no living process holds the lock, then holds it.
 *
 * The lock is a directory of numbered files; the newest lists the processes that hold the lock. So the lock of
 * a killed owner whose `npm ci` still runs stays held until that ends, and no manual cleanup is needed after a
 * crash: a process that finds only ended ones creates the next number, in which only one process succeeds.
 * @param {string} directory
 * @param {{ onWait?: (pid: number) => void, pollMs?: number }} [options]
 * @returns {Promise<Lock>}
 */
export async function acquireLock(directory, { onWait = () => {}, pollMs = 200 } = {}) {
  mkdirSync(directory, { recursive: true })
  let isWaitReported = false
  while (true) {
    const newest = findNewest(directory)
    const holder = readPids(join(directory, String(newest))).find(isAlive)
    if (holder === undefined && tryTakeNumber(directory, newest + 1)) {
      return createLock(join(directory, String(newest + 1)))
    }
    if (holder !== undefined && !isWaitReported) onWait(holder)
    isWaitReported ||= holder !== undefined
    await delay(pollMs)
  }
}

/**
 * Creates the numbered file with its content atomically, and removes the older ones. Returns false if another
 * process was faster: the number exists (a link never overwrites), or is no longer the newest. The newest file
 * stays after its release, therefore numbers never decrease.
 * @param {string} directory
 * @param {number} number
 */
function tryTakeNumber(directory, number) {
  if (!createFile(directory, number)) return false
  const isNewest = findNewest(directory) === number
  const isObsolete = (/** @type {number} */ other) => (isNewest ? other < number : other === number)
  for (const other of listNumbers(directory).filter(isObsolete)) {
    rmSync(join(directory, String(other)), { force: true })
  }
  return isNewest
}

/**
 * @param {string} directory
 * @param {number} number
 */
function createFile(directory, number) {
  const draft = join(directory, `draft-${randomUUID()}`)
  writeFileSync(draft, String(process.pid))
  try {
    linkSync(draft, join(directory, String(number)))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft)
  }
}

/**
 * @param {string} file
 * @returns {Lock}
 */
const createLock = (file) => ({
  shareWith: (pid) => appendFileSync(file, ` ${pid}`),
  release: () => truncateSync(file),
})

/** @param {string} directory */
const listNumbers = (directory) => readdirSync(directory).map(Number).filter(Number.isInteger)

/** @param {string} directory */
const findNewest = (directory) => Math.max(0, ...listNumbers(directory))

/** @param {string} file */
function readPids(file) {
  try {
    return readFileSync(file, 'utf8').split(/\s/).map(Number)
  } catch {
    return [] // Missing: never created, or removed in the meantime by the process that holds a newer one.
  }
}
