import { execFile, spawn } from 'node:child_process'

/**
 * Returns what a short command prints, or undefined when it cannot be run or fails.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env] added to the environment
 * @returns {Promise<string | undefined>}
 */
export function readCommandOutput(program, args, env) {
  return new Promise((resolve) => {
    const options = { timeout: 20_000, env: { ...process.env, ...env } }
    execFile(program, args, options, (error, stdout) => resolve(error ? undefined : stdout.trim()))
  })
}

/**
 * @typedef {object} Child
 * @property {[string, ...string[]]} command
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} [env] added to the environment
 */

/**
 * Runs a command and returns its output and the exit code. Forwards SIGINT and SIGTERM to the command.
 * @param {Child} wanted
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runChild({ command: [program, ...args], cwd, env }) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const stopForwarding = forwardSignals(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
      })
    }
    /** @param {number} code */
    const finish = (code) => {
      stopForwarding()
      resolve({ code, output })
    }
    child.once('error', (error) => {
      output += `${program} cannot be run: ${error.message}`
      finish(1)
    })
    child.once('close', (code) => finish(code ?? 1))
  })
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/** @param {NodeJS.Signals} signal */
function forward(signal) {
  for (const child of running) child.kill(signal)
  process.exitCode = 130
}

/**
 * Forwards signals to the child until the returned function is called. All children share one listener.
 * @param {import('node:child_process').ChildProcess} child
 */
function forwardSignals(child) {
  if (running.size === 0) process.on('SIGINT', forward).on('SIGTERM', forward)
  running.add(child)
  return () => {
    running.delete(child)
    if (running.size === 0) process.off('SIGINT', forward).off('SIGTERM', forward)
  }
}
