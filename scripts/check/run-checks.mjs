import { ROOT } from '../set-up/paths.mjs'
import { runChild } from '../set-up/run-child.mjs'
import { listChecks } from './list-checks.mjs'

/**
 * Runs all checks in parallel. The output has a line for each, and what those that failed printed.
 * @returns {Promise<{ passed: number, failed: number, output: string }>}
 */
export async function runChecks() {
  const results = await Promise.all(listChecks().map(runCheck))
  const failed = results.filter(({ code }) => code !== 0).length
  const output = results.map(formatResult).join('\n')
  return { passed: results.length - failed, failed, output }
}

/** @param {{ name: string, code: number, output: string, seconds: string }} result */
function formatResult({ name, code, output, seconds }) {
  return code === 0 ? `✓ ${name} (${seconds} s)` : `✗ ${name} (${seconds} s)\n${output}`
}

/** @param {import('./list-checks.mjs').Check} check */
async function runCheck({ name, command }) {
  const startedMs = Date.now()
  const env = { NO_COLOR: '1', FORCE_COLOR: undefined }
  const { code, output } = await runChild({ command, cwd: ROOT, env, isSilent: true })
  return { name, code, output, seconds: ((Date.now() - startedMs) / 1000).toFixed(1) }
}
