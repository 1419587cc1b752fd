import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTRACTS_DIR, TOOLBOX_BINARY } from '../set-up/paths.mjs'
import { runChild } from '../set-up/run-child.mjs'
import { createReport, parseCadenceOutput, sumReports } from './test-report.mjs'

/** Random walks through all states of the contracts, and a contract with ten thousand wallets. */
const SLOW_FILE = /(?:_property|ten_thousand_wallets)_test\.cdc$/

/**
 * Runs the tests of the rules, which must run almost every line of the contracts, and tries what is restricted.
 * @returns {Promise<import('./test-report.mjs').TestReport>}
 */
export async function runCadenceTests() {
  const refusals = await runToolbox(['refusals'])
  const tests = await runFiles(['--cover'], (name) => !SLOW_FILE.test(name))
  return { ...sumReports([refusals, tests]), output: refusals.output + tests.output }
}

/** @returns {Promise<import('./test-report.mjs').TestReport>} */
export const runCadenceWalks = () => runFiles([], (name) => SLOW_FILE.test(name))

/**
 * @param {string[]} flags
 * @param {(name: string) => boolean} isIncluded
 */
async function runFiles(flags, isIncluded) {
  const names = await readdir(join(CONTRACTS_DIR, 'tests'), { recursive: true }).catch(() => [])
  const files = names.filter((name) => name.endsWith('_test.cdc') && isIncluded(name)).sort()
  if (files.length === 0) return createReport({})
  return runToolbox(['test', ...flags, ...files.map((name) => join('tests', name))])
}

/** @param {string[]} options */
async function runToolbox(options) {
  const { output } = await runChild({
    command: [TOOLBOX_BINARY, ...options],
    cwd: CONTRACTS_DIR,
    env: { GOGC: '300' }, // more memory for less processor time
    isSilent: true,
  })
  return { ...parseCadenceOutput(output), output: filterFailures(output) }
}

/** @param {string} output */
const filterFailures = (output) => output.replaceAll(/^PASS .*\n/gm, '')
