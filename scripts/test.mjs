import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './set-up/paths.mjs'
import { findMissingForGoBuild, findMissingForToolbox } from './set-up/toolbox.mjs'
import { setUp } from './set-up.mjs'
import { findMissingForAccuracy } from './test/run-accuracy.mjs'
import { listSuites, selectSuites } from './test/suites.mjs'
import { createReport, formatTotals, sumReports } from './test/test-report.mjs'

const suites = await readSuites()
const missing = await findMissingRequirements()
const canRun = suites.filter(({ needs }) => needs.every((need) => missing[need] === undefined))
const needed = new Set(canRun.flatMap(({ needs }) => needs))
await setUp({ toolbox: needed.has('toolbox'), web: needed.has('web') })

const reports = []
for (const suite of suites) {
  if (process.exitCode) break
  reports.push(await runSuite(suite))
}
const total = sumReports(reports)
for (const note of total.notes) console.log(note)
if (process.exitCode) console.log('The tests were interrupted.')
console.log(formatTotals(total))
process.exitCode ||= total.failed === 0 ? 0 : 1

async function readSuites() {
  const config = await readFile(join(ROOT, 'vitest.config.ts'), 'utf8')
  try {
    return selectSuites(listSuites(config), process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/**
 * Returns what this machine lacks. Suites that need it are skipped and do not fail.
 * @returns {Promise<Record<import('./test/suites.mjs').Need, string | undefined>>}
 */
async function findMissingRequirements() {
  return {
    toolbox: await findMissingForToolbox(),
    go: await findMissingForGoBuild(),
    web: undefined,
    labelled: findMissingForAccuracy(),
  }
}

/**
 * @param {import('./test/suites.mjs').Suite} suite
 * @returns {Promise<import('./test/test-report.mjs').TestReport>}
 */
async function runSuite({ name, needs, run }) {
  const reason = needs.map((need) => missing[need]).find((sentence) => sentence !== undefined)
  if (reason !== undefined)
    return createReport({ skipped: 1, notes: [`skipped ${name}: ${reason}`] })
  console.log(`\n── ${name}`)
  const report = await run()
  if (report.passed + report.failed + report.skipped === 0) console.log(`${name} has no tests.`)
  return report
}
