import { readFileSync } from 'node:fs'

/**
 * Returns whether a process is running. A zombie (ended, exit code not collected) is not running.
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
 * Returns the parent of a process on Linux, where /proc shows it; undefined on other systems.
 * @param {number} pid
 */
export const findParentPid = (pid) => readLinuxStatus(pid)?.parent

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
