import { randomInt } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTRACTS_DIR, NODE_BINARY, ROOT, STATE_DIR, TOOLBOX_BINARY } from '../set-up/paths.mjs'
import { runChild } from '../set-up/run-child.mjs'
import { createReport, parseCadenceOutput } from './test-report.mjs'

/** Random walks through all states of the contracts, and a contract with ten thousand wallets. */
const SLOW_FILE = /(?:_property|ten_thousand_wallets)_test\.cdc$/

/**
 * Runs the tests of the rules, which must run almost every line of the contracts.
 * @returns {Promise<import('./test-report.mjs').TestReport>}
 */
export const runCadenceTests = () => runFiles(['--cover'], (name) => !SLOW_FILE.test(name))

/** Where governance_walks_property_test.cdc reads walks of the model. */
const WALKS_FILE = join(STATE_DIR, 'walks.txt')
const WALKS = ['--count', '500', '--length', '16']

/**
 * Writes walks of the model and runs them, and other random walks, on the contracts. WALKS_SEED repeats a run.
 * @returns {Promise<import('./test-report.mjs').TestReport>}
 */
export async function runCadenceWalks() {
  const seed = process.env.WALKS_SEED ?? String(randomInt(1, 1_000_000_000))
  const writing = await writeWalks(seed)
  if (writing.code !== 0) return { ...createReport({ failed: 1 }), output: writing.output }
  try {
    const report = await runFiles(['--seed', seed], (name) => SLOW_FILE.test(name))
    return { ...report, notes: [...report.notes, `WALKS_SEED=${seed} repeats the walks`] }
  } finally {
    await rm(WALKS_FILE, { force: true })
  }
}

/** @param {string} seed */
async function writeWalks(seed) {
  await mkdir(STATE_DIR, { recursive: true })
  const model = join(CONTRACTS_DIR, 'model/main.ts')
  return runChild({
    command: [NODE_BINARY, model, 'walks', '--seed', seed, ...WALKS, '--out', WALKS_FILE],
    cwd: ROOT,
    isSilent: true,
  })
}

/**
 * @param {string[]} flags
 * @param {(name: string) => boolean} isIncluded
 */
async function runFiles(flags, isIncluded) {
  const names = await readdir(join(CONTRACTS_DIR, 'tests'), { recursive: true }).catch(() => [])
  const files = names.filter((name) => name.endsWith('_test.cdc') && isIncluded(name)).sort()
  if (files.length === 0) return createReport({})
  const { output } = await runChild({
    command: [TOOLBOX_BINARY, 'test', ...flags, ...files.map((name) => join('tests', name))],
    cwd: CONTRACTS_DIR,
    env: { GOGC: '300' }, // more memory for less processor time
    isSilent: true,
  })
  return { ...parseCadenceOutput(output), output: filterFailures(output) }
}

/** @param {string} output */
const filterFailures = (output) => output.replaceAll(/^PASS .*\n/gm, '')
