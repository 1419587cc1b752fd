import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { NODE_BINARY, ROOT } from '../set-up/paths.mjs'
import { findParentPid } from '../set-up/process-table.mjs'

const KILL_AFTER_MS = 5000
const END_WITH_PARENT = join(ROOT, 'scripts/start/end-with-parent.mjs')

/**
 * Runs a file with Node 24 in its own process group, so that it receives Ctrl-C once, although the terminal
 * sends it to the whole group and npm sends it again. The child ends when this process or its npm ends.
 * @param {string[]} args file and arguments
 * @returns {Promise<number>} exit code
 */
export function runSupervised(args) {
  const child = spawn(NODE_BINARY, ['--import', END_WITH_PARENT, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
    env: { ...process.env, PATH: `${dirname(NODE_BINARY)}${delimiter}${process.env.PATH ?? ''}` },
  })
  const stop = createStopOnce(child)
  process.on('SIGINT', () => stop('SIGINT'))
  process.on('SIGTERM', () => stop('SIGTERM'))
  watchParent(() => stop('SIGTERM'))
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`Node 24 cannot be run: ${error.message}`)
      resolve(1)
    })
    child.once('exit', (code, signal) => resolve(code ?? 128 + toSignalNumber(signal)))
  })
}

/** @param {import('node:child_process').ChildProcess} child */
function createStopOnce(child) {
  let isStopping = false
  /** @param {NodeJS.Signals} signal */
  return (signal) => {
    if (isStopping) return
    isStopping = true
    child.kill(signal)
    setTimeout(() => killGroup(child.pid), KILL_AFTER_MS).unref()
  }
}

/** @param {number | undefined} pid */
function killGroup(pid) {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group ended in the meantime.
  }
}

/** @param {NodeJS.Signals | null} signal */
const toSignalNumber = (signal) => (signal ? constants.signals[signal] : 0)

const POLL_INTERVAL_MS = 1000

/**
 * Calls `onExit` once when the npm that started this process has ended. npm starts it through a shell that
 * outlives npm, so the shell's parent is watched too where the system shows it (Linux).
 * @param {() => void} onExit
 */
function watchParent(onExit) {
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
