import { findParentPid } from '../set-up/process-table.mjs'

const POLL_INTERVAL_MS = 1000

/**
 * Calls `onExit` once when the npm that started this process has ended. npm starts it through a shell that
 * outlives npm, so the shell's parent is watched too where the system shows it (Linux).
 * @param {() => void} onExit
 */
export function watchParent(onExit) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parentPids = readParentPids()
  const timer = setInterval(() => {
    if (readParentPids() === parentPids) return
    clearInterval(timer)
    onExit()
  }, POLL_INTERVAL_MS)
  timer.unref()
}

function readParentPids() {
  return `${process.ppid} ${findParentPid(process.ppid)}`
}
