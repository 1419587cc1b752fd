import { expect, test } from 'vitest'
import {
  createReport,
  formatTotals,
  listFailedFiles,
  parseCadenceOutput,
  parseVitestReport,
  sumReports,
} from './test-report.ts'

const createAssertion = (fullName: string, status: string) => ({ fullName, status })

test('counts the tests of a Vitest report, and lists what was skipped', () => {
  const a = [createAssertion('works', 'passed'), createAssertion('breaks', 'failed')]
  const b = [createAssertion('needs data', 'skipped'), createAssertion('works too', 'passed')]
  const report = parseVitestReport({
    testResults: [
      { name: 'a.test.ts', status: 'failed', assertionResults: a },
      { name: 'b.test.ts', status: 'passed', assertionResults: b },
      { name: 'fails-before-its-tests.test.ts', status: 'failed', assertionResults: [] },
    ],
  })
  const counts = { passed: 2, failed: 2, skipped: 1 }
  expect(report).toMatchObject({ ...counts, notes: ['skipped: needs data'] })
})

test('Cadence tests are counted by their total', () => {
  const output =
    'PASS a_test.cdc testOne\nCOVER DharmaA: 95.0%, missed 7\nCOVER Token: 50.0%\n12 passed, 1 failed\n'
  expect(parseCadenceOutput(output)).toMatchObject({ passed: 12, failed: 1, notes: [] })
})

test('a contract whose tests run too few of its lines is a failure', () => {
  const output =
    'COVER DharmaA: 94.9%, missed 7\nCOVER DharmaB: not loaded by any test\n12 passed, 0 failed\n'
  expect(parseCadenceOutput(output)).toMatchObject({
    passed: 12,
    failed: 2,
    skipped: 0,
    notes: [
      'DharmaA: coverage is 94.9 %, less than 95 %',
      'DharmaB: coverage is 0 %, less than 95 %',
    ],
  })
})

test('Cadence tests without a total are a failure', () => {
  expect(parseCadenceOutput('panic: no such thing')).toMatchObject({ passed: 0, failed: 1 })
})

test('the last line has the totals of all reports', () => {
  const total = sumReports([createReport({ passed: 2 }), createReport({ failed: 1, skipped: 3 })])
  expect(formatTotals(total)).toBe('2 passed, 1 failed, 3 skipped')
})

test('lists the files that failed, each with its first error', () => {
  const failure = { ...createAssertion('breaks', 'failed'), failureMessages: ['not 2\n  at'] }
  const testResults = [
    {
      name: '/a.test.ts',
      status: 'passed',
      assertionResults: [createAssertion('works', 'passed')],
    },
    { name: '/b.test.ts', status: 'failed', assertionResults: [failure] },
    { name: '/c.test.ts', status: 'failed', message: 'no such file', assertionResults: [] },
  ]
  expect(listFailedFiles({ testResults })).toEqual([
    { file: '/b.test.ts', error: 'breaks: not 2' },
    { file: '/c.test.ts', error: 'before its tests: no such file' },
  ])
})
