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
 * @property {(pid: number) => void} shareWith also holds the lock while that process lives
 * @property {() => void} release
 */

/**
 * Waits until no living process holds the lock, then holds it.
 *
 * The lock is a directory of numbered tickets. A ticket lists the processes that hold it, so the lock of
 * a killed owner whose `npm ci` still runs stays held until that ends; no manual cleanup is needed after a
 * crash. A process takes the next number and waits for all lower ones. Numbers never decrease: the highest
 * ticket stays, empty, after its release, and a process that finds a higher ticket than its own deletes its
 * own and draws again. So of two overlapping processes, at least one always sees the other.
 * @param {string} directory
 * @param {{ onWait?: (pid: number) => void, pollMs?: number }} [options]
 * @returns {Promise<Lock>}
 */
export async function acquireLock(directory, { onWait = () => {}, pollMs = 200 } = {}) {
  mkdirSync(directory, { recursive: true })
  const ownNumber = drawTicket(directory)
  const ticket = join(directory, String(ownNumber))
  let isWaitReported = false
  for (
    let holder = findLivingHolder(directory, ownNumber);
    holder;
    holder = findLivingHolder(directory, ownNumber)
  ) {
    if (!isWaitReported) onWait(holder)
    isWaitReported = true
    await delay(pollMs)
  }
  for (const number of listTicketsBefore(directory, ownNumber)) removeTicket(directory, number)
  return {
    shareWith: (pid) => writeAtomically(directory, ticket, [process.pid, pid]),
    release: () => writeAtomically(directory, ticket, []),
  }
}

/**
 * @param {string} directory
 * @returns {number} number of our ticket, which was the highest when it was created
 */
function drawTicket(directory) {
  while (true) {
    const number = findHighestNumber(directory) + 1
    if (!createTicket(directory, number)) continue
    if (findHighestNumber(directory) === number) return number
    removeTicket(directory, number)
  }
}

/**
 * Creates the file with its content atomically. Returns false if the number is taken: a link never overwrites.
 * @param {string} directory
 * @param {number} number
 */
function createTicket(directory, number) {
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
 * Replaces the content atomically: readers see the old or the new content, never a part of it.
 * @param {string} directory
 * @param {string} ticket
 * @param {number[]} pids
 */
function writeAtomically(directory, ticket, pids) {
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
const listTickets = (directory) => readdirSync(directory).map(Number).filter(Number.isInteger)

/** @param {string} directory */
const findHighestNumber = (directory) => Math.max(0, ...listTickets(directory))

/**
 * @param {string} directory
 * @param {number} ownNumber
 */
const listTicketsBefore = (directory, ownNumber) =>
  listTickets(directory).filter((number) => number < ownNumber)

/**
 * @param {string} directory
 * @param {number} ownNumber
 * @returns {number | undefined} a living process that holds a lower ticket
 */
function findLivingHolder(directory, ownNumber) {
  return listTicketsBefore(directory, ownNumber)
    .flatMap((number) =>
      readTicket(join(directory, String(number)))
        .split('\n')
        .map(Number),
    )
    .find(isAlive)
}

/** @param {string} path */
function readTicket(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // Removed in the meantime by a process that found it abandoned.
  }
}

/**
 * @param {string} directory
 * @param {number} number
 */
const removeTicket = (directory, number) => rmSync(join(directory, String(number)), { force: true })
