/**
 * The result of one or more suites. Notes list what was skipped, and why.
 * @typedef {object} TestReport
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} notes
 * @property {SlowTest[]} slowTests
 * @property {string} output of the test runner
 * @property {boolean} isVerbose prints the output of a suite that passed, too
 *
 * @typedef {object} SlowTest
 * @property {string} name
 * @property {number} seconds
 */

/**
 * The part of Vitest's JSON report that is read here.
 * @typedef {object} VitestReport
 * @property {{ name: string, status: string, assertionResults: { fullName: string, status: string, duration?: number | null }[] }[]} testResults
 */

const EMPTY = {
  ...{ passed: 0, failed: 0, skipped: 0, notes: [], slowTests: [] },
  ...{ output: '', isVerbose: false },
}

/**
 * @param {Partial<TestReport>} part
 * @returns {TestReport}
 */
export function createReport(part) {
  return { ...EMPTY, ...part }
}

/**
 * @param {TestReport[]} reports
 * @returns {TestReport}
 */
export function sumReports(reports) {
  return reports.reduce(
    (sum, next) => ({
      passed: sum.passed + next.passed,
      failed: sum.failed + next.failed,
      skipped: sum.skipped + next.skipped,
      notes: [...sum.notes, ...next.notes],
      slowTests: [...sum.slowTests, ...next.slowTests],
      output: '',
      isVerbose: false,
    }),
    createReport({}),
  )
}

/** @param {TestReport} report */
export const formatTotals = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

/**
 * A file that fails before its tests (an import, a hook) counts as one failure.
 * @param {VitestReport} report
 * @returns {TestReport}
 */
export function parseVitestReport({ testResults }) {
  const tests = testResults.flatMap((file) => file.assertionResults)
  /** @param {string[]} statuses */
  const filterByStatus = (...statuses) => tests.filter(({ status }) => statuses.includes(status))
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
    slowTests: tests.flatMap(({ fullName, duration }) =>
      listIfSlow(fullName, (duration ?? 0) / 1000),
    ),
  })
}

/** From this many seconds on, a test is listed as slow. */
const SLOW_SECONDS = 5

/**
 * @param {string} name
 * @param {number} seconds
 * @returns {SlowTest[]}
 */
const listIfSlow = (name, seconds) => (seconds < SLOW_SECONDS ? [] : [{ name, seconds }])

const MAX_SLOW_TESTS = 10

/**
 * Lists the slowest tests, one a line.
 * @param {SlowTest[]} slowTests
 */
export function formatSlowTests(slowTests) {
  const slowest = slowTests.toSorted((a, b) => b.seconds - a.seconds).slice(0, MAX_SLOW_TESTS)
  return slowest.map(({ name, seconds }) => `slow: ${seconds.toFixed(1)} s  ${name}`)
}

/** Minimum line coverage of a contract by its tests, in percent. */
const MIN_COVERAGE = 95

/**
 * A contract of the product with less than the minimum coverage counts as one failure.
 * @param {string} output of `toolbox test --cover`, whose last line is the total
 * @returns {TestReport}
 */
export function parseCadenceOutput(output) {
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

/**
 * @param {string} output of `go test -json`: one event per line
 * @returns {TestReport}
 */
export function parseGoOutput(output) {
  const events = output.split('\n').flatMap(parseEvent)
  /** @param {string} action */
  const countEvents = (action) =>
    events.filter(({ Action, Test }) => Action === action && Test && !Test.includes('/')).length
  const skipped = events.filter(({ Action, Test }) => Action === 'skip' && Test)
  return createReport({
    passed: countEvents('pass'),
    failed: countEvents('fail'),
    skipped: skipped.length,
    notes: skipped.map(({ Test }) => `skipped: ${Test}`),
  })
}

/**
 * @param {string} line
 * @returns {{ Action?: string, Test?: string }[]} none for a line that is not an event
 */
function parseEvent(line) {
  try {
    return line.startsWith('{') ? [JSON.parse(line)] : []
  } catch {
    return []
  }
}
