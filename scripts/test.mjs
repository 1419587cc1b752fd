import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './set-up/paths.mjs'
import { findMissingGoRequirements, findMissingToolboxRequirements } from './set-up/toolbox.mjs'
import { setUp } from './set-up.mjs'
import { listChangedFiles } from './test/changed-files.mjs'
import { parseTestOptions, TEST_USAGE } from './test/options.mjs'
import { readChildrenSeconds } from './test/processor-time.mjs'
import { findMissingAccuracyRequirements } from './test/run-accuracy.mjs'
import { createSkipReport, runSuites } from './test/run-suites.mjs'
import { listSuites, selectSuites } from './test/suites.mjs'
import { formatSlowTests, formatTotals, sumReports } from './test/test-report.mjs'

const startedMs = performance.now()
const options = runOrExit(() => parseTestOptions(process.argv.slice(2)))
if (options.help) {
  console.log(TEST_USAGE)
  process.exit(0)
}
const change = options.changed ? await listChangedFiles() : null
const suites = await readSuites()
const missing = await findMissingRequirements()
const canRun = suites.filter(({ needs }) => needs.every((need) => missing[need] === undefined))
const needed = new Set(canRun.flatMap(({ needs }) => needs))
await setUp({ toolbox: needed.has('toolbox'), web: needed.has('web') })

const names = suites.map(({ name }) => name).join(', ')
console.log(`Running ${names}: a line for each when it is done.`)
const reports = await runSuites(suites, {
  count: availableParallelism(),
  run: runSuite,
  print: (line) => console.log(line),
})
printSummary(sumReports(reports))

async function readSuites() {
  const config = await readFile(join(ROOT, 'vitest.config.ts'), 'utf8')
  const { all, only } = options
  const changedFiles = change?.files ?? null
  return runOrExit(() => selectSuites(listSuites(config), { all, only, changedFiles }))
}

/**
 * Returns what this machine lacks. Suites that need it are skipped and do not fail.
 * @returns {Promise<Record<import('./test/suites.mjs').Need, string | undefined>>}
 */
async function findMissingRequirements() {
  return {
    toolbox: await findMissingToolboxRequirements(),
    go: await findMissingGoRequirements(),
    web: undefined,
    labelled: findMissingAccuracyRequirements(),
  }
}

/** @param {import('./test/suites.mjs').Suite} suite */
async function runSuite({ name, needs, run }) {
  const reason = needs.map((need) => missing[need]).find((sentence) => sentence !== undefined)
  if (reason !== undefined) return createSkipReport(name, reason)
  const canReuse = !options.all && options.only === null
  return run({ since: change?.since ?? null, canReuse })
}

/** @param {import('./test/test-report.mjs').TestReport} total */
function printSummary(total) {
  for (const line of [...formatSlowTests(total.slowTests), ...total.notes]) console.log(line)
  if (process.exitCode) console.log('The tests were interrupted.')
  const seconds = Math.round((performance.now() - startedMs) / 1000)
  const processorSeconds = Math.round(readChildrenSeconds())
  console.log(`${seconds} s, ${processorSeconds} s of processor time`)
  console.log(formatTotals(total))
  process.exitCode ||= total.failed === 0 ? 0 : 1
}

/**
 * Returns the result, or ends the process with the sentence of the error.
 * @template T
 * @param {() => T} read
 * @returns {T}
 */
function runOrExit(read) {
  try {
    return read()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
