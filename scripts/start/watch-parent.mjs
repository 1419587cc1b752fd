import { findParentPid } from '../set-up/process-table.mjs'

const POLL_INTERVAL_MS = 1000

/**
 * Calls back once when the npm that started us is gone. npm runs a shell that runs us, and the shell
 * survives it, so the shell's own parent is watched too where the system shows it.
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
