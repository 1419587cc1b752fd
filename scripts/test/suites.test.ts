import { expect, test } from 'vitest'
import { listSuites, selectSuites } from './suites.mjs'

const CONFIG = `{ name: 'world', } { test: { name: 'unit' } } { name: 'chain' } { name: 'slow' }`
const suites = listSuites(CONFIG)
const names = (list: { name: string }[]) => list.map(({ name }) => name)
const select = (options: Partial<Parameters<typeof selectSuites>[1]>) =>
  names(selectSuites(suites, { all: false, only: null, changedFiles: null, ...options }))

test('every project of the configuration is run with --all, the longest first', () => {
  expect(select({ all: true })).toEqual([
    ...[
      'world',
      'cadence',
      'cadence-walks',
      'slow',
      'toolbox',
      'unit',
      'check',
      'chain',
      'accuracy',
    ],
  ])
})

test('a project that is not described is an error', () => {
  expect(() => listSuites(`{ name: 'new-one' }`)).toThrow('suites.mjs lacks "new-one"')
})

test('what is slow by nature is left out by default, each with a reason', () => {
  expect(select({})).toEqual(['world', 'cadence', 'unit', 'check', 'chain'])
  const left = suites.filter(({ name }) => !select({}).includes(name))
  for (const { slow } of left) expect(slow).toMatch(/\w+ \w+/)
})

test('lists the suites that need the Flow tools', () => {
  const needing = suites.filter(({ needs }) => needs.includes('toolbox'))
  expect(names(needing)).toEqual(['world', 'cadence', 'cadence-walks', 'slow', 'chain'])
})

test('--only selects suites by name, slow ones too', () => {
  expect(select({ only: ['toolbox', 'unit'] })).toEqual(['toolbox', 'unit'])
})

test.each([
  ['docs/architecture.md', ['unit', 'check']],
  ['scripts/test.mjs', ['unit', 'check']],
  ['packages/contracts/contracts/DharmaScore.cdc', ['world', 'cadence', 'check', 'chain']],
  ['apps/server/src/scorer/score-account.ts', ['world', 'unit', 'check', 'chain']],
  ['apps/web/src/styles.css', ['world', 'check', 'chain']],
])('--changed selects the suites that %s affects', (file, expected) => {
  expect(select({ changedFiles: [file] })).toEqual(expected)
})

test('an unknown suite is an error with the known names', () => {
  expect(() => select({ only: ['units'] })).toThrow(
    'Unknown suite "units". Choose from world, cadence,',
  )
})
