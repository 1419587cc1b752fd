/** The result of one or more suites. Notes list what was skipped, and why. */
export interface TestReport {
  passed: number
  failed: number
  skipped: number
  notes: string[]
  /** Files that failed, and passed when they ran alone, with their first error. */
  flaky: string[]
  /** Of the test runner. */
  output: string
}

/** The part of Vitest's JSON report that is read here. */
export interface VitestReport {
  testResults: {
    name: string
    status: string
    /** Of a file that fails before its tests. */
    message?: string
    assertionResults: {
      fullName: string
      status: string
      failureMessages?: string[] | null
    }[]
  }[]
}

const EMPTY: TestReport = { passed: 0, failed: 0, skipped: 0, notes: [], flaky: [], output: '' }

export const createReport = (part: Partial<TestReport>): TestReport => ({ ...EMPTY, ...part })

export const sumReports = (reports: readonly TestReport[]): TestReport =>
  reports.reduce(
    (sum, next) => ({
      passed: sum.passed + next.passed,
      failed: sum.failed + next.failed,
      skipped: sum.skipped + next.skipped,
      notes: [...sum.notes, ...next.notes],
      flaky: [...sum.flaky, ...next.flaky],
      output: sum.output + next.output,
    }),
    EMPTY,
  )

export const formatTotals = ({ passed, failed, skipped }: TestReport): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

/** A file that fails before its tests (an import, a hook) counts as one failure. */
export function parseVitestReport({ testResults }: VitestReport): TestReport {
  const tests = testResults.flatMap((file) => file.assertionResults)
  const filterByStatus = (...statuses: string[]) =>
    tests.filter(({ status }) => statuses.includes(status))
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  const skipped = filterByStatus('skipped', 'pending', 'todo', 'disabled')
  return createReport({
    passed: filterByStatus('passed').length,
    failed: filterByStatus('failed').length + brokenFiles.length,
    skipped: skipped.length,
    notes: skipped.map(({ fullName }) => `skipped: ${fullName}`),
  })
}

/** Lists the files of which something failed, with the first line of their first error. */
export function listFailedFiles({ testResults }: VitestReport): { file: string; error: string }[] {
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, message, assertionResults }) => {
      const failed = assertionResults.find((test) => test.status === 'failed')
      const text = failed?.failureMessages?.[0] ?? message ?? ''
      return {
        file: name,
        error: `${failed?.fullName ?? 'before its tests'}: ${text.split('\n')[0]}`,
      }
    })
}

/** Minimum line coverage of a contract by its tests, in percent. */
const MIN_COVERAGE = 95

/**
 * Reads the output of `toolbox test --cover`, whose last line is the total. A contract of the product with less than the
 * minimum coverage counts as one failure.
 */
export function parseCadenceOutput(output: string): TestReport {
  const [, passed, failed] = output.match(/^(\d+) passed, (\d+) failed$/m) ?? []
  if (passed === undefined || failed === undefined) return createReport({ failed: 1 })
  const shares = [...output.matchAll(/^COVER (Dharma\w+): (?:([\d.]+)%|not loaded)/gm)]
  const low = shares.filter(([, , percent = '0']) => Number(percent) < MIN_COVERAGE)
  return createReport({
    passed: Number(passed),
    failed: Number(failed) + low.length,
    notes: low.map(
      ([, name, percent = '0']) => `${name}: coverage is ${percent} %, less than ${MIN_COVERAGE} %`,
    ),
  })
}
