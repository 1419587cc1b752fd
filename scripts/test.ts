// Checks the sources and runs the tests: npm test -- --help

import { readFileSync } from 'node:fs'
import { ROOT } from './set-up/paths.mjs'
import { findMissingPythonRequirements } from './set-up/python.mjs'
import { runChild } from './set-up/run-child.mjs'
import { findMissingGoRequirements, findMissingToolboxRequirements } from './set-up/toolbox.mjs'
import { setUp } from './set-up.mjs'
import { parseTestOptions, TEST_USAGE } from './test/options.ts'
import type { Need } from './test/projects.ts'
import { MOST_FLAKY_FILES } from './test/run-vitest.ts'
import {
  createSkipReport,
  findMissingAccuracyRequirements,
  runSuites,
  type Suite,
  selectSuites,
} from './test/suites.ts'
import { formatSlowTests, formatTotals, sumReports, type TestReport } from './test/test-report.ts'

const startedMs = Number(process.env.SET_UP_STARTED_MS ?? Date.now())
const { long, changed, names, help } = runOrExit(() => parseTestOptions(process.argv.slice(2)))
if (help) {
  console.log(TEST_USAGE)
  process.exit(0)
}
const change = changed ? await readChange() : null
const suites = runOrExit(() => selectSuites({ long, names, changedFiles: change?.files ?? null }))
const missing = await findMissingRequirements()
const canRun = suites.filter(({ needs }) => needs.every((need) => missing[need] === undefined))
const needed = new Set(canRun.flatMap(({ needs }) => needs))
await setUp({
  toolbox: needed.has('toolbox'),
  web: needed.has('web'),
  python: needed.has('python'),
})

console.log(
  `Running ${suites.map(({ name }) => name).join(', ')}: a line for each when it is done.`,
)
const setUpSeconds = countSecondsSince(startedMs)
const results = await runSuites(suites, {
  run: runSuite,
  print: (line) => console.log(line),
})
printSummary(sumReports(results.map(({ report }) => report)))

function countSecondsSince(ms: number): number {
  return Math.round((Date.now() - ms) / 1000)
}

/**
 * Lists the files with uncommitted changes, or those of the last commit if there are none, and the commit from which they
 * differ.
 */
async function readChange(): Promise<{ since: string; files: string[] }> {
  const uncommitted = [
    ...(await runGit('diff', '--name-only', 'HEAD')),
    ...(await runGit('ls-files', '--others', '--exclude-standard')),
  ]
  if (uncommitted.length > 0) return { since: 'HEAD', files: uncommitted }
  return { since: 'HEAD~1', files: await runGit('diff', '--name-only', 'HEAD~1', 'HEAD') }
}

async function runGit(...args: string[]): Promise<string[]> {
  const { code, output } = await runChild({ command: ['git', ...args], cwd: ROOT, isSilent: true })
  if (code !== 0) throw new Error(`git cannot list files: ${output.trim()}`)
  return output.split('\n').filter(Boolean)
}

/** Returns what this machine lacks. Suites that need it are skipped and do not fail. */
async function findMissingRequirements(): Promise<Record<Need, string | undefined>> {
  return {
    toolbox: await findMissingToolboxRequirements(),
    go: await findMissingGoRequirements(),
    web: undefined,
    python: await findMissingPythonRequirements(),
    labelled: findMissingAccuracyRequirements(),
  }
}

async function runSuite({ name, needs, run }: Suite): Promise<TestReport> {
  const reason = needs.map((need) => missing[need]).find((sentence) => sentence !== undefined)
  if (reason !== undefined) return createSkipReport(name, reason)
  return run(change?.since ?? null)
}

function printSummary(total: TestReport): void {
  for (const line of [...formatSlowTests(total.slowTests), ...total.notes]) console.log(line)
  for (const line of total.flaky) console.log(`flaky: ${line}`)
  const failed = total.failed + Math.max(0, total.flaky.length - MOST_FLAKY_FILES)
  if (process.exitCode) console.log('The tests were interrupted.')
  const parts = [{ name: 'set-up', seconds: setUpSeconds }, ...results]
  console.log(parts.map(({ name, seconds }) => `${name} ${seconds} s`).join(', '))
  const processorSeconds = Math.round(readChildrenSeconds())
  console.log(`${countSecondsSince(startedMs)} s, ${processorSeconds} s of processor time`)
  console.log(formatTotals({ ...total, failed }))
  process.exitCode ||= failed === 0 ? 0 : 1
}

/**
 * Returns the processor seconds, user and system, of all child processes that have ended, with their own
 * ended children. 0 where /proc does not exist.
 */
function readChildrenSeconds(): number {
  // After the name in parentheses: state is field 3, cutime field 16 and cstime field 17 (man 5 proc_pid_stat).
  const fields = readStat().split(') ').at(-1)?.split(' ') ?? []
  const [cutime = 0, cstime = 0] = [fields[13], fields[14]].map(Number)
  return (cutime + cstime || 0) / 100 // Ticks a second.
}

function readStat(): string {
  try {
    return readFileSync('/proc/self/stat', 'utf8')
  } catch {
    return ''
  }
}

/** Returns the result, or ends the process with the sentence of the error. */
function runOrExit<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
