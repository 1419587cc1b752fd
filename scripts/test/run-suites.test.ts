import { expect, test } from 'vitest'
import { createSkipReport, runSuites } from './run-suites.ts'
import type { Suite } from './suites.ts'
import { createReport } from './test-report.ts'

const createSuite = (name: string): Suite => ({
  name,
  needs: [],
  sources: /./,
  run: async () => createReport({ passed: 1 }),
})

test('runs one suite after another, and prints each result', async () => {
  let running = 0
  const lines: string[] = []
  const results = await runSuites(['a', 'b', 'c'].map(createSuite), {
    run: async ({ run }) => {
      expect(++running).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      return run(null)
    },
    print: (line) => lines.push(line),
  })
  expect(lines).toEqual(
    ['a', 'b', 'c'].map((name) => `✓ ${name}: 1 passed, 0 failed, 0 skipped (0 s)`),
  )
  expect(results).toMatchObject(['a', 'b', 'c'].map((name) => ({ name, seconds: 0 })))
})

test.each([{ failed: 1 }, { flaky: ['a.test.ts, expected 1 to be 2'] }])(
  'prints the output of a suite with %j',
  async (result) => {
    const lines: string[] = []
    await runSuites([createSuite('a')], {
      run: async () => createReport({ ...result, output: 'expected 1 to be 2' }),
      print: (line) => lines.push(line),
    })
    expect(lines.join('')).toContain('\nexpected 1 to be 2')
  },
)

test('a suite that cannot be run here is reported with the reason', () => {
  expect(createSkipReport('world', 'Go is missing')).toMatchObject({
    skipped: 1,
    notes: ['skipped world: Go is missing'],
  })
})
