import { ROOT } from '../set-up/paths.mjs'
import { runChild } from '../set-up/run-child.mjs'
import { listChecks } from './list-checks.mjs'

/**
 * Runs all checks in parallel and prints the output of those that failed.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks() {
  const results = await Promise.all(listChecks().map(runCheck))
  for (const { name, code, output, seconds } of results) {
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
    if (code !== 0) console.log(output)
  }
  const failed = results.filter(({ code }) => code !== 0).length
  return { passed: results.length - failed, failed }
}

/** @param {import('./list-checks.mjs').Check} check */
async function runCheck({ name, command }) {
  const startedMs = Date.now()
  const env = { NO_COLOR: '1', FORCE_COLOR: undefined }
  const { code, output } = await runChild({ command, cwd: ROOT, env, isSilent: true })
  return { name, code, output, seconds: ((Date.now() - startedMs) / 1000).toFixed(1) }
}
