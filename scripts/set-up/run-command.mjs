import { spawn } from 'node:child_process'

/** Error after which set-up cannot continue. The message is one sentence with what to do. */
export class SetUpError extends Error {
  exitCode = 1
}

/** Creates the error for SIGINT or SIGTERM. Its exit code is 130, as in a shell. */
export function createInterruptionError() {
  const error = new SetUpError('Set-up was interrupted: run the command again to continue.')
  error.exitCode = 130
  return error
}

/** @type {[RegExp, string][]} */
const KNOWN_CAUSES = [
  [
    /ENOSPC|no space left on device/i,
    'There is no space left on the disk: free about 3 GB and run the command again.',
  ],
  [
    /EACCES|EPERM|permission denied/i,
    'A file or directory cannot be written (permission denied): see the output above.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|no such host|i\/o timeout|network is unreachable/i,
    'A package registry cannot be reached: check the network and run the command again.',
  ],
  [
    /C compiler .* not found|cgo: .*executable file not found/i,
    'The C compiler does not work: install gcc or clang with the C library headers.',
  ],
]

/**
 * Returns the sentence for the cause in a command's output, or undefined when it matches no known cause.
 * @param {string} output
 */
export const findKnownCause = (output) =>
  KNOWN_CAUSES.find(([pattern]) => pattern.test(output))?.[1]

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

/** The commands in progress, with the times of their starts. @type {Map<string, number>} */
const inProgress = new Map()

/** @type {NodeJS.Timeout | undefined} */
let progressTimer

/**
 * Prints the title, and how long all commands in progress have run: on a terminal in one line that changes every second,
 * otherwise in a line every ten seconds.
 * @param {string} title
 */
function startProgress(title) {
  const startedMs = Date.now()
  inProgress.set(title, startedMs)
  console.log(`${title} …`)
  const intervalMs = process.stdout.isTTY === true ? 1000 : PROGRESS_INTERVAL_MS
  progressTimer ??= setInterval(printProgress, intervalMs)
  return {
    stop() {
      inProgress.delete(title)
      if (inProgress.size === 0) {
        clearInterval(progressTimer)
        progressTimer = undefined
      }
      if (Date.now() - startedMs < FIRST_PROGRESS_MS) return
      console.log(`${LINE_START}  ${title}: ${formatElapsed(startedMs)} in total`)
    },
  }
}

function printProgress() {
  const parts = [...inProgress].map(([title, startedMs]) => `${title}: ${formatElapsed(startedMs)}`)
  const line = `  ${parts.join(', ')}`
  if (process.stdout.isTTY === true) process.stdout.write(LINE_START + line)
  else console.log(line)
}

/** Back to the start of a terminal's line, which is cleared. */
const LINE_START = process.stdout.isTTY === true ? '\r\x1b[2K' : ''

/** @param {number} startedMs */
const formatElapsed = (startedMs) => `${Math.round((Date.now() - startedMs) / 1000)} s`

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
      if (isStopping && child.pid) process.kill(-child.pid, 'SIGTERM')
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
