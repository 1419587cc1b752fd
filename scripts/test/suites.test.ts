import { expect, test } from 'vitest'
import { SUITES, selectSuites } from './suites.ts'

const select = (names: string[], long = false) =>
  selectSuites({ names, long }).map(({ name }) => name)

test('the gate is what nothing keeps out of it', () => {
  const gate = ['check', 'cadence', 'unit', 'chain', 'server', 'web', 'world', 'walk']
  expect(select([])).toEqual(gate)
  const others = SUITES.map(({ name }) => name).filter((name) => !gate.includes(name))
  expect(select([], true)).toEqual(others)
})

test('lists the suites that need the Flow tools', () => {
  const without = SUITES.filter(({ needs }) => !needs.includes('toolbox'))
  const names = ['check', 'accuracy', 'properties', 'toolbox', 'unit', 'web', 'bench']
  expect(without.map(({ name }) => name)).toEqual(names)
})

test('names select suites, long ones too; an unknown one is an error with the known names', () => {
  expect(select(['toolbox', 'unit'])).toEqual(['toolbox', 'unit'])
  expect(() => select(['units'])).toThrow('Unknown suite "units". Choose from check, cadence,')
})
