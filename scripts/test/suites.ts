import { randomInt } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { runStaticChecks } from '../check/run-checks.ts'
import { NODE_BINARY, ROOT, TOOLBOX_SOURCE_DIR } from '../set-up/paths.mjs'
import { runChild } from '../set-up/run-child.mjs'
import { GO_ENVIRONMENT } from '../set-up/toolbox.mjs'
import { PROJECTS, RUNNING_PRODUCT, type SuiteFacts } from './projects.ts'
import { runCadenceTests, runCadenceWalks } from './run-cadence.ts'
import { runVitest } from './run-vitest.ts'
import { createReport, parseGoOutput, sumReports, type TestReport } from './test-report.ts'

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
    long: 'it scores 10,000 labelled wallets, which are not part of this repository',
    run: runAccuracy,
  },
  {
    name: 'properties',
    needs: [],
    sources: /./,
    long: 'what must hold for any input is tried with fresh seeds; PROPERTY_SEED repeats them',
    run: runProperties,
  },
  {
    name: 'walks',
    needs: ['toolbox'],
    sources: CADENCE,
    long: 'thousands of random steps, each checked against a model of the rules, and what every call costs',
    run: runCadenceWalks,
  },
  {
    name: 'toolbox',
    needs: ['go'],
    sources: /^tools\/toolbox\//,
    long: 'it compiles the Flow tools once more, with their tests',
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
