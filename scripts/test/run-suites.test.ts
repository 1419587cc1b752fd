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

test('runs as many suites at once as there are lanes, in order, and prints each result', async () => {
  let running = 0
  let most = 0
  const started: string[] = []
  const lines: string[] = []
  const reports = await runSuites(['a', 'b', 'c'].map(createSuite), {
    count: 2,
    run: async ({ name, run }) => {
      started.push(name)
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      return run(null)
    },
    print: (line) => lines.push(line),
  })
  expect(most).toBe(2)
  expect(started).toEqual(['a', 'b', 'c'])
  expect(lines.toSorted()).toEqual(
    ['a', 'b', 'c'].map((name) => `✓ ${name}: 1 passed, 0 failed, 0 skipped (0 s)`),
  )
  expect(reports).toHaveLength(3)
})

test('prints the output of a suite that failed', async () => {
  const lines: string[] = []
  await runSuites([createSuite('a')], {
    count: 1,
    run: async () => createReport({ failed: 1, output: 'expected 1 to be 2' }),
    print: (line) => lines.push(line),
  })
  expect(lines).toEqual(['✗ a: 0 passed, 1 failed, 0 skipped (0 s)\nexpected 1 to be 2'])
})

test('a suite that cannot be run here is reported with the reason', () => {
  expect(createSkipReport('world', 'Go is missing')).toMatchObject({
    skipped: 1,
    notes: ['skipped world: Go is missing'],
  })
})
