// Checks the sources and runs the tests: npm test -- --help

import { parseArgs } from 'node:util'
import { findMissingPythonRequirements } from './set-up/python.mjs'
import { findMissingGoRequirements, findMissingToolboxRequirements } from './set-up/toolbox.mjs'
import { setUp } from './set-up.mjs'
import type { Need } from './test/projects.ts'
import { MOST_FLAKY_FILES } from './test/run-vitest.ts'
import { findMissingAccuracyRequirements, type Suite, selectSuites } from './test/suites.ts'
import { createReport, formatTotals, sumReports, type TestReport } from './test/test-report.ts'

const USAGE = `Usage: npm test [suite …] | npm test -- --changed | npm run test:long [suite …]

Runs the gate, the long suites, or the named ones; prints what was skipped and why.

  --changed  of the gate, what uncommitted changes and the last commit affect
  --help     this text
`

const startedMs = Number(process.env.SET_UP_STARTED_MS ?? Date.now())
const { help, changed, suites } = readOptionsOrExit()
if (help) {
  console.log(USAGE)
  process.exit(0)
}
const missing: Record<Need, string | undefined> = {
  toolbox: await findMissingToolboxRequirements(),
  go: await findMissingGoRequirements(),
  web: undefined,
  python: await findMissingPythonRequirements(),
  labelled: findMissingAccuracyRequirements(),
}
const findProblem = ({ needs }: Suite) =>
  needs.map((need) => missing[need]).find((sentence) => sentence !== undefined)
const needed = new Set(
  suites.flatMap((suite) => (findProblem(suite) === undefined ? suite.needs : [])),
)
await setUp({
  toolbox: needed.has('toolbox'),
  web: needed.has('web'),
  python: needed.has('python'),
})

console.log(
  `Running ${suites.map(({ name }) => name).join(', ')}: a line for each when it is done.`,
)
const reports: TestReport[] = []
for (const suite of suites) {
  // Set by an interruption.
  if (process.exitCode) break
  reports.push(await runAndPrint(suite))
}
printSummary(sumReports(reports))

function readOptionsOrExit() {
  try {
    const { values, positionals: names } = parseArgs({
      allowPositionals: true,
      options: {
        long: { type: 'boolean', default: false },
        changed: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    return { ...values, suites: selectSuites({ names, long: values.long }) }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

async function runAndPrint(suite: Suite): Promise<TestReport> {
  const sinceMs = performance.now()
  const problem = findProblem(suite)
  const report =
    problem === undefined
      ? await suite.run({ isOnlyChanged: changed })
      : createReport({ skipped: 1, notes: [`skipped ${suite.name}: ${problem}`] })
  const isGood = report.failed === 0 && report.flaky.length === 0
  const seconds = Math.round((performance.now() - sinceMs) / 1000)
  console.log(
    `${report.failed === 0 ? '✓' : '✗'} ${suite.name}: ${formatTotals(report)} (${seconds} s)`,
  )
  if (!isGood) console.log(report.output)
  return report
}

function printSummary(total: TestReport): void {
  for (const line of [...total.notes, ...total.flaky.map((file) => `flaky: ${file}`)])
    console.log(line)
  const failed = total.failed + Math.max(0, total.flaky.length - MOST_FLAKY_FILES)
  if (process.exitCode) console.log('The tests were interrupted.')
  console.log(`${Math.round((Date.now() - startedMs) / 1000)} s`)
  console.log(formatTotals({ ...total, failed }))
  process.exitCode ||= failed === 0 ? 0 : 1
}
