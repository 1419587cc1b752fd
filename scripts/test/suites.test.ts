import { expect, test } from 'vitest'
import {
  createSkipReport,
  GATE,
  runSuites,
  type Selection,
  SUITES,
  type Suite,
  selectSuites,
} from './suites.ts'
import { createReport } from './test-report.ts'

const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
const select = (options: Partial<Selection>) =>
  names(selectSuites({ long: false, names: [], changedFiles: null, ...options }))

test('the gate is what nothing keeps out of it; every other suite has a reason', () => {
  expect(select({})).toEqual([
    'check',
    'cadence',
    'unit',
    'chain',
    'server',
    'web',
    'world',
    'walk',
  ])
  expect(select({ long: true })).toEqual(names(SUITES.filter((suite) => !GATE.includes(suite))))
  for (const { long } of selectSuites({ long: true, names: [], changedFiles: null }))
    expect(long).toMatch(/\w+ \w+/)
})

test('lists the suites that need the Flow tools', () => {
  const without = SUITES.filter(({ needs }) => !needs.includes('toolbox'))
  expect(names(without)).toEqual([...['check', 'accuracy', 'properties', 'toolbox', 'unit', 'web']])
})

test('names select suites, long ones too', () => {
  expect(select({ names: ['toolbox', 'unit'] })).toEqual(['toolbox', 'unit'])
})

const TYPESCRIPT = ['check', 'unit', 'server', 'web']

test.each([
  ['docs/build/architecture.md', ['check', 'unit']],
  ['scripts/test.ts', TYPESCRIPT],
  ['packages/contracts/contracts/DharmaScore.cdc', ['check', 'cadence', 'chain', 'world', 'walk']],
  [
    'apps/server/src/scorer/score-account.ts',
    ['check', 'unit', 'chain', 'server', 'web', 'world', 'walk'],
  ],
  ['apps/web/src/styles.css', ['check', 'chain', 'world', 'walk']],
])('--changed selects the suites that %s affects', (file, expected) => {
  expect(select({ changedFiles: [file] })).toEqual(expected)
})

test('an unknown suite is an error with the known names', () => {
  expect(() => select({ names: ['units'] })).toThrow(
    'Unknown suite "units". Choose from check, cadence,',
  )
})

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
