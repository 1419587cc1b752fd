import { randomInt } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTRACTS_DIR, NODE_BINARY, ROOT, STATE_DIR, TOOLBOX_BINARY } from '../set-up/paths.mjs'
import { runChild } from '../set-up/run-child.mjs'
import { createReport, parseCadenceOutput, sumReports, type TestReport } from './test-report.ts'

/** Random walks through all states of the contracts, and what calls cost, also with ten thousand wallets. */
const SLOW_FILE = /^costs\/|_property_test\.cdc$/

/**
 * Runs the tests of the rules, which must run almost every line of the contracts, and tries what is restricted.
 * @returns {Promise<import('./test-report.ts').TestReport>}
 */
export async function runCadenceTests() {
  const refusals = await runToolbox(['refusals'])
  const tests = await runFiles(['--cover', '--seed', '1'], (name) => !SLOW_FILE.test(name))
  return { ...sumReports([refusals, tests]), output: refusals.output + tests.output }
}

/** Where governance_walks_property_test.cdc reads walks of the model. */
const WALKS_DIR = join(STATE_DIR, 'walks')
const WALKS_FILE = 'governance_walks_property_test.cdc'
/** A run of the Cadence tests never frees what its tests allocate, so that one of all walks would take 10 GB. */
const PARTS_OF_WALKS = [1, 2, 3, 4]
const WALKS_OF_PART = ['--count', '130', '--length', '15', '--batch', '26']

/**
 * Runs new walks of the model, and other random walks, on the contracts. WALKS_SEED repeats a run.
 * @returns {Promise<import('./test-report.ts').TestReport>}
 */
export async function runCadenceWalks() {
  const seed = process.env.WALKS_SEED ?? String(randomInt(1, 100_000_000))
  const others = (name: string) => SLOW_FILE.test(name) && !name.endsWith(WALKS_FILE)
  const reports = [await runFiles(['--seed', seed], others)]
  for (const part of PARTS_OF_WALKS) reports.push(await runPartOfWalks(seed, part))
  const notes = [`WALKS_SEED=${seed} repeats the walks`]
  const output = reports.map((report) => report.output).join('')
  return { ...sumReports([...reports, createReport({ notes })]), output }
}

async function runPartOfWalks(seed: string, part: number): Promise<TestReport> {
  const model = join(CONTRACTS_DIR, 'model/main.ts')
  const options = ['--seed', `${seed}${part}`, ...WALKS_OF_PART, '--out', WALKS_DIR]
  try {
    const writing = await runChild({
      command: [NODE_BINARY, model, 'walks', ...options],
      cwd: ROOT,
      isSilent: true,
    })
    if (writing.code !== 0) return createReport({ failed: 1, output: writing.output })
    return await runFiles(['--seed', seed], (name) => name.endsWith(WALKS_FILE))
  } finally {
    await rm(WALKS_DIR, { recursive: true, force: true })
  }
}

async function runFiles(
  flags: string[],
  isIncluded: (name: string) => boolean,
): Promise<TestReport> {
  const names = await readdir(join(CONTRACTS_DIR, 'tests'), { recursive: true }).catch(() => [])
  const files = names.filter((name) => name.endsWith('_test.cdc') && isIncluded(name)).sort()
  if (files.length === 0) return createReport({})
  return runToolbox(['test', ...flags, ...files.map((name) => join('tests', name))])
}

async function runToolbox(options: string[]): Promise<TestReport> {
  const { output } = await runChild({
    command: [TOOLBOX_BINARY, ...options],
    cwd: CONTRACTS_DIR,
    env: { GOGC: '300' }, // more memory for less processor time
    isSilent: true,
  })
  return { ...parseCadenceOutput(output), output: filterFailures(output) }
}

const filterFailures = (output: string): string => output.replaceAll(/^PASS .*\n/gm, '')
