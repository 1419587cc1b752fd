import { expect, test } from 'vitest'
import { GATE, type Selection, SUITES, selectSuites } from './suites.ts'

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
