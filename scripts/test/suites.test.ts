import { expect, test } from 'vitest'
import { listSuites, selectSuites } from './suites.mjs'

const CONFIG = `{ name: 'world', } { test: { name: 'unit' } } { name: 'new-one' } { name: 'chain' }`
const suites = listSuites(CONFIG)
const names = (list: { name: string }[]) => list.map(({ name }) => name)

test('every project of the configuration is run, the quick ones first and unknown ones last', () => {
  expect(names(suites)).toEqual([
    'check',
    'accuracy',
    'unit',
    'chain',
    'cadence',
    'toolbox',
    'world',
    'new-one',
  ])
})

test('lists the suites that need the Flow tools', () => {
  const needing = suites.filter(({ needs }) => needs.includes('toolbox'))
  expect(names(needing)).toEqual(['chain', 'cadence', 'world', 'new-one'])
})

test('selects all suites unless --only names some', () => {
  expect(selectSuites(suites, [])).toBe(suites)
  expect(names(selectSuites(suites, ['--only', 'world,unit']))).toEqual(['unit', 'world'])
})

test.each([
  [['--only', 'units'], 'Unknown suite "units". Choose from check, accuracy, unit,'],
  [['--only'], 'Unknown suite ""'],
  [['unit'], 'Usage: npm test -- [--only NAME,NAME]'],
])('throws a sentence for %j', (args, sentence) => {
  expect(() => selectSuites(suites, args)).toThrow(sentence)
})
