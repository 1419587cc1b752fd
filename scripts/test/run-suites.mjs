import { createReport, formatTotals } from './test-report.mjs'

/**
 * @typedef {object} Lanes
 * @property {number} count suites that run at the same time
 * @property {(suite: import('./suites.mjs').Suite) => Promise<import('./test-report.mjs').TestReport>} run
 * @property {(line: string) => void} print
 */

/**
 * Runs the suites in order, several at a time, and prints each result when it is there. Starts no further
 * suite after an interruption.
 * @param {import('./suites.mjs').Suite[]} suites
 * @param {Lanes} lanes
 * @returns {Promise<import('./test-report.mjs').TestReport[]>}
 */
export async function runSuites(suites, { count, run, print }) {
  const waiting = [...suites]
  /** @type {import('./test-report.mjs').TestReport[]} */
  const reports = []
  const runLane = async () => {
    for (let suite = waiting.shift(); suite; suite = waiting.shift()) {
      if (process.exitCode) return
      const startedMs = performance.now()
      const report = await run(suite)
      const seconds = Math.round((performance.now() - startedMs) / 1000)
      reports.push(report)
      print(formatResult(suite.name, report, seconds))
    }
  }
  await Promise.all(Array.from({ length: count }, runLane))
  return reports
}

/**
 * @param {string} name
 * @param {import('./test-report.mjs').TestReport} report
 * @param {number} seconds
 */
function formatResult(name, report, seconds) {
  const mark = report.failed === 0 ? '✓' : '✗'
  const line = `${mark} ${name}: ${formatTotals(report)} (${seconds} s)`
  return report.failed > 0 || report.isVerbose ? `${line}\n${report.output}` : line
}

/**
 * Returns the report of a suite that cannot be run here.
 * @param {string} name
 * @param {string} reason
 */
export const createSkipReport = (name, reason) =>
  createReport({ skipped: 1, notes: [`skipped ${name}: ${reason}`] })
