import type { Suite } from './suites.ts'
import { createReport, formatTotals, type TestReport } from './test-report.ts'

/** What a suite gave, and how long it took. */
export interface SuiteResult {
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
