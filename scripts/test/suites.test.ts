import { expect, test } from 'vitest'
import { type Selection, SUITES, selectSuites } from './suites.ts'

const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
const select = (options: Partial<Selection>) =>
  names(selectSuites({ all: false, only: null, changedFiles: null, ...options }))

test('every suite is run with --all, the longest first', () => {
  expect(select({ all: true })).toEqual([
    ...['server', 'pages', 'votes', 'documents', 'world', 'cadence', 'cadence-walks'],
    ...['slow-server', 'slow', 'toolbox', 'unit', 'check', 'days', 'chain', 'web', 'accuracy'],
  ])
})

test('what is slow by nature is left out by default, each with a reason', () => {
  expect(select({})).toEqual(['server', 'world', 'cadence', 'unit', 'check', 'chain', 'web'])
  const left = SUITES.filter(({ name }) => !select({}).includes(name))
  for (const { slow } of left) expect(slow).toMatch(/\w+ \w+/)
})

test('lists the suites that need the Flow tools', () => {
  const without = SUITES.filter(({ needs }) => !needs.includes('toolbox'))
  expect(names(without)).toEqual(['server', 'toolbox', 'unit', 'check', 'web', 'accuracy'])
})

test('--only selects suites by name, slow ones too', () => {
  expect(select({ only: ['toolbox', 'unit'] })).toEqual(['toolbox', 'unit'])
})

const TYPESCRIPT = ['server', 'unit', 'check', 'web']

test.each([
  ['docs/build/architecture.md', ['unit', 'check']],
  ['scripts/test.ts', TYPESCRIPT],
  ['packages/contracts/contracts/DharmaScore.cdc', ['world', 'cadence', 'check', 'chain']],
  ['apps/server/src/scorer/score-account.ts', ['server', 'world', 'unit', 'check', 'chain', 'web']],
  ['apps/web/src/styles.css', ['world', 'check', 'chain']],
])('--changed selects the suites that %s affects', (file, expected) => {
  expect(select({ changedFiles: [file] })).toEqual(expected)
})

test('an unknown suite is an error with the known names', () => {
  expect(() => select({ only: ['units'] })).toThrow(
    'Unknown suite "units". Choose from server, pages,',
  )
})
