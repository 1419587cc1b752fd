import { parentOf } from '../set-up/process-table.mjs'

const LOOK_EVERY_MS = 1000

/**
 * Calls back once when the npm that started us is gone. npm runs a shell that runs us, and the shell
 * survives it, so the shell's own parent is watched too where the system shows it.
 * @param {() => void} onGone
 */
export function watchOwner(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return
  const owners = ownerChain()
  const timer = setInterval(() => {
    if (ownerChain() === owners) return
    clearInterval(timer)
    onGone()
  }, LOOK_EVERY_MS)
  timer.unref()
}

function ownerChain() {
  return `${process.ppid} ${parentOf(process.ppid)}`
}
