import { POINTS_TABLES } from '@app/score/tables/points-tables.ts'
import { expect, test } from 'vitest'
import { parseTables } from './parse-tables.ts'

const rows = { code: 'many', inputs: ['transfers'], edges: [[10]], points: [0, 100] }
const buildTables = (change: object) => ({
  txFrequency: [{ ...rows, ...change }],
  largeOutFlow: [],
  onchainAge: [],
})

test('the shipped tables come through JSON unchanged', () => {
  const written = JSON.parse(JSON.stringify(POINTS_TABLES))
  expect(parseTables('shipped', written)).toEqual(POINTS_TABLES)
})

test.each([
  [{ inputs: ['moonPhase'] }, 'inputs that this engine does not know'],
  [{ inputs: ['toString'] }, 'inputs that this engine does not know'],
  [{ points: [0] }, 'points a band'],
  [{ points: [0, '100'] }, 'points a band'],
  [{ edges: [[10], [2]] }, 'edges for each input'],
  [{ code: 7 }, 'has no code'],
])('rows with %j are refused by their place', (change, fault) => {
  const parse = () => parseTables('new.json', buildTables(change))
  expect(parse).toThrow(/^new\.json, txFrequency\[0\]/)
  expect(parse).toThrow(fault)
})

test('tables without one of the factors are refused', () => {
  expect(() => parseTables('new.json', { txFrequency: [] })).toThrow('has no list largeOutFlow')
})
