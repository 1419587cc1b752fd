import type { Suite } from './suites.ts'
import { createReport, formatTotals, type TestReport } from './test-report.ts'

interface Lanes {
  /** Suites that run at the same time. */
  count: number
  run(suite: Suite): Promise<TestReport>
  print(line: string): void
}

/**
 * Runs the suites in order, several at a time, and prints each result when it is there. Starts no further
 * suite after an interruption.
 */
export async function runSuites(
  suites: readonly Suite[],
  { count, run, print }: Lanes,
): Promise<TestReport[]> {
  const waiting = [...suites]
  const reports: TestReport[] = []
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

function formatResult(name: string, report: TestReport, seconds: number): string {
  const mark = report.failed === 0 ? '✓' : '✗'
  const line = `${mark} ${name}: ${formatTotals(report)} (${seconds} s)`
  return report.failed > 0 || report.isVerbose ? `${line}\n${report.output}` : line
}

/** Returns the report of a suite that cannot be run here. */
export const createSkipReport = (name: string, reason: string): TestReport =>
  createReport({ skipped: 1, notes: [`skipped ${name}: ${reason}`] })
