import { expect, test } from 'vitest'
import { findVerblessFunctions } from './find-verbless-functions.mjs'

test.each([
  ['export function scoreOf(facts: Facts): number {', ['scoreOf']],
  ['const levelOf = (score: number) => score', ['levelOf']],
  ['interface Scores {\n  scoreOf(address: Address): number\n}', ['scoreOf']],
  ['interface Scores {\n  scoreOf: (address: Address) => number\n}', ['scoreOf']],
])('finds the declaration in %j', (source, names) => {
  expect(findVerblessFunctions(source)).toEqual(names)
})

test.each([
  'const place = names.indexOf(name)',
  'expectTypeOf(score).toEqualTypeOf<number>()',
  '  expectTypeOf(score).toEqualTypeOf<number>()',
  'function computeScore(facts: Facts): number {',
])('finds nothing in %j', (source) => {
  expect(findVerblessFunctions(source)).toEqual([])
})
