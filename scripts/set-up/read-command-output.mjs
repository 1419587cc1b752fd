import { execFile } from 'node:child_process'

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
