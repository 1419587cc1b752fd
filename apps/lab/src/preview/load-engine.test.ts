import { POINTS_TABLES } from '@app/score/tables/points-tables.ts'
import { expect, test } from 'vitest'
import { parseTables } from './load-engine.ts'

const rows = { code: 'many', inputs: ['transfers'], edges: [[10]], points: [0, 100] }
const buildTables = (change: object) => ({
  txFrequency: [{ ...rows, ...change }],
  largeOutFlow: [],
  onchainAge: [],
})

test('the shipped tables are unchanged after a JSON round trip', () => {
  const written = JSON.parse(JSON.stringify(POINTS_TABLES))
  expect(parseTables('shipped', written)).toEqual(POINTS_TABLES)
})

test.each([
  [{ inputs: ['moonPhase'] }, 'inputs.0 must be equal to one of the allowed values'],
  [{ inputs: ['toString'] }, 'inputs.0 must be equal to one of the allowed values'],
  [{ points: [0] }, 'points for each band'],
  [{ points: [0, '100'] }, 'points.1 must be number'],
  [{ edges: [[10], [2]] }, 'edges for each input'],
  [{ code: 7 }, 'code must be string'],
])('throws on rows with %j, with their location', (change, fault) => {
  const parse = () => parseTables('new.json', buildTables(change))
  expect(parse).toThrow(/^new\.json: txFrequency\.0/)
  expect(parse).toThrow(fault)
})

test('throws on tables without one of the factors', () => {
  expect(() => parseTables('new.json', { txFrequency: [] })).toThrow(
    'new.json: the file must have required properties largeOutFlow, onchainAge',
  )
})
