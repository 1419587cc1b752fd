import { readFileSync } from 'node:fs'

/**
 * True while a process runs. One that ended but that nobody asked for its exit code does not.
 * @param {number} pid
 */
export function isAlive(pid) {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return readLinuxStatus(pid)?.state !== 'Z'
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * The parent of a process, where the system shows it without a program of its own (Linux).
 * @param {number} pid
 * @returns {number | undefined}
 */
export function findParentPid(pid) {
  return readLinuxStatus(pid)?.parent
}

/** @param {number} pid */
function readLinuxStatus(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [, state, parent] = stat.slice(stat.lastIndexOf(')')).split(' ')
    return { state, parent: Number(parent) }
  } catch {
    return undefined
  }
}
