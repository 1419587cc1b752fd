import { randomInt } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { runStaticChecks } from '../check/run-checks.ts'
import {
  CONTRACTS_DIR,
  NODE_BINARY,
  ROOT,
  STATE_DIR,
  TOOLBOX_BINARY,
  TOOLBOX_SOURCE_DIR,
} from '../set-up/paths.mjs'
import { runChild } from '../set-up/run-child.mjs'
import { GO_ENVIRONMENT } from '../set-up/toolbox.mjs'
import { type Need, PROJECTS } from './projects.ts'
import { CHANGED_SINCE, runVitest } from './run-vitest.ts'
import { createReport, parseCadenceOutput, sumReports, type TestReport } from './test-report.ts'

export interface Suite {
  name: string
  needs: readonly Need[]
  /** Why it is no part of the gate. */
  long?: string
  /** Runs with `isOnlyChanged` only tests of what uncommitted changes and the last commit affect. */
  run(options: { isOnlyChanged: boolean }): Promise<TestReport>
}

const PROJECT_SUITES = Object.entries(PROJECTS).map(
  ([name, { needs, long }]): Suite => ({
    name,
    needs,
    ...(long === undefined ? {} : { long }),
    run: ({ isOnlyChanged }) =>
      long === undefined ? runVitest({ projects: [name], isOnlyChanged }) : runWithFreshSeed(name),
  }),
)

/** Projects whose properties are drawn from a seed that is fixed in the gate. */
const PROPERTIES = ['unit', 'web', 'server']

const OTHER_SUITES: readonly Suite[] = [
  {
    name: 'check',
    needs: [],
    run: async () => createReport(await runStaticChecks()),
  },
  {
    name: 'cadence',
    needs: ['toolbox'],
    run: async ({ isOnlyChanged }) =>
      isOnlyChanged && !(await areContractsChanged()) ? createReport({}) : runCadenceTests(),
  },
  {
    name: 'accuracy',
    needs: ['labelled'],
    long: 'it scores 10,000 labelled wallets, which are not in this repository',
    run: runAccuracy,
  },
  {
    name: 'properties',
    needs: [],
    long: 'properties are tried with fresh seeds; PROPERTY_SEED repeats them',
    run: () => runWithFreshSeed(...PROPERTIES),
  },
  {
    name: 'walks',
    needs: ['toolbox'],
    long: 'thousands of random steps are compared with the model, and every call with its costs',
    run: runCadenceWalks,
  },
  {
    name: 'toolbox',
    needs: ['go'],
    long: 'it compiles the Flow tools with their tests',
    run: runGoTests,
  },
]

/** All suites: the projects of Vitest, and what other tools test. */
export const SUITES: readonly Suite[] = [...OTHER_SUITES, ...PROJECT_SUITES]

/** Returns the named suites, or the gate, or all long ones. Throws an error with a sentence when a name is unknown. */
export function selectSuites({ names, long }: { names: string[]; long: boolean }): Suite[] {
  if (names.length > 0) return names.map(findSuite)
  return SUITES.filter((suite) => (suite.long !== undefined) === long)
}

function findSuite(name: string): Suite {
  const suite = SUITES.find((candidate) => candidate.name === name)
  if (suite !== undefined) return suite
  const known = SUITES.map((candidate) => candidate.name).join(', ')
  throw new Error(`Unknown suite "${name}". Choose from ${known}.`)
}

async function runWithFreshSeed(...projects: string[]): Promise<TestReport> {
  const seed = process.env.PROPERTY_SEED ?? String(randomInt(1, 2 ** 31))
  const report = await runVitest({ projects, env: { PROPERTY_SEED: seed } })
  return { ...report, notes: [...report.notes, `PROPERTY_SEED=${seed} repeats ${projects}`] }
}

async function areContractsChanged(): Promise<boolean> {
  const command: [string, ...string[]] = ['git', 'diff', '--quiet', CHANGED_SINCE]
  const { code } = await runChild({ command: [...command, '--', CONTRACTS_DIR], cwd: ROOT })
  return code !== 0
}

async function runGoTests(): Promise<TestReport> {
  const { code, output } = await runChild({
    command: ['go', 'test', '-mod=readonly', './...'],
    cwd: TOOLBOX_SOURCE_DIR,
    env: GO_ENVIRONMENT,
  })
  const countPackages = (state: RegExp) => output.match(state)?.length ?? 0
  const failed = countPackages(/^FAIL\t/gm)
  const passed = countPackages(/^ok +\t/gm)
  return createReport({ passed, failed: code === 0 ? failed : Math.max(failed, 1), output })
}

const { DHARMA_LABELLED_DATA } = process.env

/** The labelled sets are not part of this repository. */
export const findMissingAccuracyRequirements = (): string | undefined =>
  DHARMA_LABELLED_DATA
    ? undefined
    : 'DHARMA_LABELLED_DATA is not set: set it to a folder with labelled wallets (see docs/build/scoring.md).'

/** Checks the accuracy of the shipped tables on labelled wallets against the acceptance thresholds. */
async function runAccuracy(): Promise<TestReport> {
  const files = await listLabelledFiles(resolve(ROOT, DHARMA_LABELLED_DATA ?? ''))
  const { code, output } = await runChild({
    command: [NODE_BINARY, join(ROOT, 'apps/lab/src/backtest.ts'), '--check', ...files],
    cwd: ROOT,
  })
  const result = code === 0 ? { passed: 1 } : { failed: 1 }
  return createReport({ ...result, output, notes: output.trim().split('\n') })
}

/** If there are no files, returns the folder itself, which the backtest rejects with an error. */
async function listLabelledFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => /\.jsonl(\.gz)?$/.test(name)).sort()
  return files.length === 0 ? [folder] : files.map((name) => join(folder, name))
}

/** Random walks through all states of the contracts, and what calls cost, also with ten thousand wallets. */
const SLOW_FILE = /^costs\/|_property_test\.cdc$/

/** Runs the tests of the rules, which must run almost every line of the contracts. */
function runCadenceTests(): Promise<TestReport> {
  return runCadenceFiles(['--cover', '--seed', '1'], (name) => !SLOW_FILE.test(name))
}

/** Where governance_walks_property_test.cdc reads walks of the model. */
const WALKS_DIR = join(STATE_DIR, 'walks')
const WALKS_FILE = 'governance_walks_property_test.cdc'
/** A run of the Cadence tests never frees what its tests allocate, so that one of all walks would take 10 GB. */
const PARTS_OF_WALKS = [1, 2, 3, 4]
const WALKS_OF_PART = ['--count', '130', '--length', '15', '--batch', '26']

/** Runs new walks of the model, and other random walks, on the contracts. WALKS_SEED repeats a run. */
async function runCadenceWalks() {
  const seed = process.env.WALKS_SEED ?? String(randomInt(1, 100_000_000))
  const others = (name: string) => SLOW_FILE.test(name) && !name.endsWith(WALKS_FILE)
  const reports = [await runCadenceFiles(['--seed', seed], others)]
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
    })
    if (writing.code !== 0) return createReport({ failed: 1, output: writing.output })
    return await runCadenceFiles(['--seed', seed], (name) => name.endsWith(WALKS_FILE))
  } finally {
    await rm(WALKS_DIR, { recursive: true, force: true })
  }
}

async function runCadenceFiles(
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
  })
  return { ...parseCadenceOutput(output), output: filterFailures(output) }
}

const filterFailures = (output: string): string => output.replaceAll(/^PASS .*\n/gm, '')
