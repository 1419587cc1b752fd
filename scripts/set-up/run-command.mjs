import { spawn } from 'node:child_process'
import { createInterruptionError, findKnownCause, SetUpError } from './set-up-error.mjs'

const FIRST_PROGRESS_MS = 2000
const PROGRESS_INTERVAL_MS = 10_000
const MAX_OUTPUT_LENGTH = 20_000

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
let isStopping = false

/**
 * @typedef {object} Command
 * @property {string} title progress text, such as 'Installing packages'
 * @property {[string, ...string[]]} command program and arguments
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} [env] added to the environment
 * @property {(pid: number) => void} [onStart]
 */

/**
 * Runs a command in its own process group. Prints the title and, every few seconds, the elapsed time;
 * prints the command's output only when it fails.
 * @param {Command} wanted
 * @throws {SetUpError} when the command cannot be started, fails or is interrupted
 */
export async function runCommand(wanted) {
  const progress = startProgress(wanted.title)
  try {
    const { code, output } = await runToEnd(wanted)
    if (code === 0) return
    if (isStopping) throw createInterruptionError()
    process.stderr.write(`\n${output}\n`)
    const [program, ...args] = wanted.command
    throw new SetUpError(
      findKnownCause(output) ??
        `${wanted.title} failed (${program} ${args.join(' ')} ended with ${code}): see above.`,
    )
  } finally {
    progress.stop()
  }
}

/**
 * On a terminal, updates one line every second; otherwise prints a line every ten seconds.
 * @param {string} title
 */
function startProgress(title) {
  const startedMs = Date.now()
  const elapsed = () => `${Math.round((Date.now() - startedMs) / 1000)} s`
  const isTerminal = process.stdout.isTTY === true
  console.log(`${title} …`)
  const printProgress = () => {
    if (isTerminal) process.stdout.write(`\r  ${elapsed()}`)
    else console.log(`  still running after ${elapsed()}`)
  }
  const timer = setTimeout(() => {
    printProgress()
    repeat = setInterval(printProgress, isTerminal ? 1000 : PROGRESS_INTERVAL_MS)
  }, FIRST_PROGRESS_MS)
  /** @type {NodeJS.Timeout | undefined} */
  let repeat
  return {
    stop() {
      clearTimeout(timer)
      clearInterval(repeat)
      if (repeat) console.log(`${isTerminal ? '\r' : ''}  ${elapsed()} in total`)
    },
  }
}

/**
 * @param {Command} wanted
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function runToEnd({ command: [program, ...args], cwd, env, onStart }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let output = ''
    /** @param {Buffer} chunk */
    const appendOutput = (chunk) => {
      output = (output + chunk).slice(-MAX_OUTPUT_LENGTH)
    }
    child.stdout.on('data', appendOutput)
    child.stderr.on('data', appendOutput)
    child.once('spawn', () => {
      running.add(child)
      if (child.pid) onStart?.(child.pid)
    })
    child.once('error', (error) =>
      reject(new SetUpError(`${program} cannot be run: ${error.message}`)),
    )
    child.once('close', (code) => {
      running.delete(child)
      resolve({ code, output })
    })
  })
}

/**
 * Stops every running command with its children, and waits until they have ended.
 * @param {number} timeoutMs time until they are killed
 */
export async function stopCommands(timeoutMs) {
  isStopping = true
  const exits = [...running].map((child) => new Promise((resolve) => child.once('close', resolve)))
  signalGroups('SIGTERM')
  const timer = setTimeout(() => signalGroups('SIGKILL'), timeoutMs)
  await Promise.all(exits)
  clearTimeout(timer)
}

/** @param {NodeJS.Signals} signal */
function signalGroups(signal) {
  for (const { pid } of running) {
    try {
      if (pid) process.kill(-pid, signal)
    } catch {
      // The group ended in the meantime.
    }
  }
}
