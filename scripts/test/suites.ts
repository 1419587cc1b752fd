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
import { PROJECTS, RUNNING_PRODUCT, type SuiteFacts } from './projects.ts'
import { runVitest } from './run-vitest.ts'
import {
  createReport,
  formatTotals,
  parseCadenceOutput,
  parseGoOutput,
  sumReports,
  type TestReport,
} from './test-report.ts'

export interface Suite extends SuiteFacts {
  name: string
  /** With a commit, only tests of what changed since. */
  run(since: string | null): Promise<TestReport>
}

const CADENCE = /^packages\/contracts\/.*\.(cdc|json|txt)$/

const PROJECT_SUITES = Object.entries(PROJECTS).map(
  ([name, { test, ...facts }]): Suite => ({
    name,
    ...facts,
    // Vitest selects by imports what a change affects; a running product has no imports to follow.
    run: (since) => {
      if (facts.long !== undefined) return runWithFreshSeed(name)
      return runVitest({ project: name, since: facts.sources === RUNNING_PRODUCT ? null : since })
    },
  }),
)

/** Projects whose properties are drawn from a seed that is fixed in the gate. */
const PROPERTIES = ['unit', 'web', 'server']

const OTHER_SUITES: readonly Suite[] = [
  {
    name: 'check',
    needs: [],
    sources: /./,
    run: async () => createReport(await runStaticChecks()),
  },
  { name: 'cadence', needs: ['toolbox'], sources: CADENCE, run: runCadenceTests },
  {
    name: 'accuracy',
    needs: ['labelled'],
    sources: /^(packages\/score|apps\/lab)\//,
    long: 'it scores 10,000 labelled wallets, which are not in this repository',
    run: runAccuracy,
  },
  {
    name: 'properties',
    needs: [],
    sources: /./,
    long: 'properties are tried with fresh seeds; PROPERTY_SEED repeats them',
    run: runProperties,
  },
  {
    name: 'walks',
    needs: ['toolbox'],
    sources: CADENCE,
    long: 'thousands of random steps are compared with the model, and every call with its costs',
    run: runCadenceWalks,
  },
  {
    name: 'toolbox',
    needs: ['go'],
    sources: /^tools\/toolbox\//,
    long: 'it compiles the Flow tools with their tests',
    run: runGoTests,
  },
]

/** All suites: the projects of Vitest, and what other tools test. */
export const SUITES: readonly Suite[] = [...OTHER_SUITES, ...PROJECT_SUITES]

/** The suites that decide whether a change lands. */
export const GATE: readonly Suite[] = SUITES.filter(({ long }) => long === undefined)

export interface Selection {
  long: boolean
  names: string[]
  changedFiles: string[] | null
}

/** Throws an error with a sentence when a name is unknown. */
export function selectSuites({ long, names, changedFiles }: Selection): Suite[] {
  if (names.length > 0) return names.map(findSuite)
  if (long) return SUITES.filter((suite) => !GATE.includes(suite))
  if (changedFiles === null) return [...GATE]
  return GATE.filter(({ sources }) => changedFiles.some((file) => sources.test(file)))
}

function findSuite(name: string): Suite {
  const suite = SUITES.find((candidate) => candidate.name === name)
  if (suite !== undefined) return suite
  const known = SUITES.map((candidate) => candidate.name).join(', ')
  throw new Error(`Unknown suite "${name}". Choose from ${known}.`)
}

/** What a suite gave, and how long it took. */
interface SuiteResult {
  name: string
  report: TestReport
  seconds: number
}

interface Runner {
  run(suite: Suite): Promise<TestReport>
  print(line: string): void
}

/** Runs one suite after another, each with all cores, and prints each result. Ends after an interruption. */
export async function runSuites(
  suites: readonly Suite[],
  { run, print }: Runner,
): Promise<SuiteResult[]> {
  const results: SuiteResult[] = []
  for (const suite of suites) {
    if (process.exitCode) break
    const startedMs = performance.now()
    const report = await run(suite)
    const seconds = Math.round((performance.now() - startedMs) / 1000)
    const result = { name: suite.name, report, seconds }
    results.push(result)
    print(formatResult(result))
  }
  return results
}

function formatResult({ name, report, seconds }: SuiteResult): string {
  const mark = report.failed === 0 ? '✓' : '✗'
  const line = `${mark} ${name}: ${formatTotals(report)} (${seconds} s)`
  return report.failed > 0 || report.flaky.length > 0 || report.isVerbose
    ? `${line}\n${report.output}`
    : line
}

/** Returns the report of a suite that cannot be run here. */
export const createSkipReport = (name: string, reason: string): TestReport =>
  createReport({ skipped: 1, notes: [`skipped ${name}: ${reason}`] })

async function runProperties(): Promise<TestReport> {
  const reports: TestReport[] = []
  for (const project of PROPERTIES) reports.push(await runWithFreshSeed(project))
  const output = reports.map((report) => report.output).join('')
  return { ...sumReports(reports), output }
}

async function runWithFreshSeed(project: string): Promise<TestReport> {
  const seed = process.env.PROPERTY_SEED ?? String(randomInt(1, 2 ** 31))
  const report = await runVitest({ project, env: { PROPERTY_SEED: seed } })
  return { ...report, notes: [...report.notes, `PROPERTY_SEED=${seed} repeats ${project}`] }
}

async function runGoTests(): Promise<TestReport> {
  const { code, output } = await runChild({
    command: ['go', 'test', '-mod=readonly', '-json', './...'],
    cwd: TOOLBOX_SOURCE_DIR,
    env: GO_ENVIRONMENT,
    isSilent: true,
  })
  const report = { ...parseGoOutput(output), output }
  return code !== 0 && report.failed === 0 ? { ...report, failed: 1 } : report
}

const { DHARMA_LABELLED_DATA } = process.env

/** Returns why the acceptance thresholds cannot be checked here. The labelled sets are not part of this repository. */
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
    isSilent: true,
  })
  const result = code === 0 ? { passed: 1 } : { failed: 1 }
  return createReport({ ...result, output, isVerbose: true })
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
      isSilent: true,
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
    isSilent: true,
  })
  return { ...parseCadenceOutput(output), output: filterFailures(output) }
}

const filterFailures = (output: string): string => output.replaceAll(/^PASS .*\n/gm, '')
