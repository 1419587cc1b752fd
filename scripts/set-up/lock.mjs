import { randomUUID } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive } from './process-table.mjs'

/**
 * @typedef {object} Lock
 * @property {(pid: number) => void} share keeps the lock held while that process lives, too
 * @property {() => void} release
 */

/**
 * Waits until no living process holds the lock, then holds it.
 *
 * The lock is a directory of numbered tickets. A ticket lists the processes that it stands for, so
 * a killed owner whose `npm ci` still runs keeps others out until that ends; nobody has to clean up
 * after the dead. Whoever comes takes the next number and waits for all lower ones. Numbers never
 * fall: the highest ticket stays, empty, after its release, and who finds a higher one beside his
 * own was late and draws again. So of two who overlap, one always sees the other.
 * @param {string} directory
 * @param {{ onWait?: (pid: number) => void, pollMs?: number }} [options]
 * @returns {Promise<Lock>}
 */
export async function acquireLock(directory, { onWait = () => {}, pollMs = 200 } = {}) {
  mkdirSync(directory, { recursive: true })
  const mine = drawTicket(directory)
  const ticket = join(directory, String(mine))
  let told = false
  for (let holder = livingBefore(directory, mine); holder; holder = livingBefore(directory, mine)) {
    if (!told) onWait(holder)
    told = true
    await delay(pollMs)
  }
  for (const number of ticketsBefore(directory, mine)) remove(directory, number)
  return {
    share: (pid) => writeAtOnce(directory, ticket, [process.pid, pid]),
    release: () => writeAtOnce(directory, ticket, []),
  }
}

/**
 * @param {string} directory
 * @returns {number} of a ticket that is ours and was the highest when it appeared
 */
function drawTicket(directory) {
  while (true) {
    const number = highest(directory) + 1
    if (!create(directory, number)) continue
    if (highest(directory) === number) return number
    remove(directory, number)
  }
}

/**
 * Makes the file with its content in one step: a link fails when the name is taken.
 * @param {string} directory
 * @param {number} number
 */
function create(directory, number) {
  const draft = writeDraft(directory, [process.pid])
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
 * Readers see the old or the new content, never a part.
 * @param {string} directory
 * @param {string} ticket
 * @param {number[]} pids
 */
function writeAtOnce(directory, ticket, pids) {
  renameSync(writeDraft(directory, pids), ticket)
}

/**
 * @param {string} directory
 * @param {number[]} pids
 */
function writeDraft(directory, pids) {
  const draft = join(directory, `draft-${randomUUID()}`)
  writeFileSync(draft, pids.join('\n'))
  return draft
}

/** @param {string} directory */
const tickets = (directory) => readdirSync(directory).map(Number).filter(Number.isInteger)

/** @param {string} directory */
const highest = (directory) => Math.max(0, ...tickets(directory))

/**
 * @param {string} directory
 * @param {number} mine
 */
const ticketsBefore = (directory, mine) => tickets(directory).filter((number) => number < mine)

/**
 * @param {string} directory
 * @param {number} mine
 * @returns {number | undefined} a living process that a lower ticket stands for
 */
function livingBefore(directory, mine) {
  return ticketsBefore(directory, mine)
    .flatMap((number) =>
      read(join(directory, String(number)))
        .split('\n')
        .map(Number),
    )
    .find(isAlive)
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // Removed in the meantime by one who found it dead.
  }
}

/**
 * @param {string} directory
 * @param {number} number
 */
const remove = (directory, number) => rmSync(join(directory, String(number)), { force: true })
