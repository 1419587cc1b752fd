import { expect, it } from 'vitest'
import { type Finding, findFirstDifference, formatDifference, runChecks } from './check.ts'

const WRONG = { path: 'score', expected: '1', found: '2' }

it('reports what came of each claim in order, and stops at the first difference', async () => {
  const findings: Finding[] = [{ note: 'by the way' }, { because: 'it is gone' }, null, WRONG, null]
  const lines: string[] = []
  const checks = findings.map((finding, index) => ({ claim: `${index}`, find: () => finding }))
  const difference = await runChecks(checks, (kind, sentence) => lines.push(`${kind} ${sentence}`))
  expect(difference).toBe(WRONG)
  expect(lines.filter((line) => !line.startsWith('checking'))).toEqual([
    ...['note by the way', 'undecided it is gone', 'proven 2'],
  ])
  expect(lines.at(-1)).toBe('checking 3')
})

it.each([
  [{ a: [1, { b: null }], c: 2 }, { c: 2, a: [1, { b: null }] }, null],
  [{ a: [1, 2] }, { a: [1, 3] }, 'in.a[1] should be 2, but is 3.'],
  [{ a: [1, 2] }, { a: [1] }, 'in.a[1] should be 2, but is missing.'],
  [{ a: [1] }, { a: [1, 2] }, 'in.a[1] should be missing, but is 2.'],
  [{ a: { b: 1 } }, { a: {} }, 'in.a.b should be 1, but is missing.'],
  [{ a: {} }, { a: { b: 1 } }, 'in.a.b should be missing, but is 1.'],
  [{ a: null }, { a: { b: 1 } }, 'in.a should be null, but is {"b":1}.'],
  [{ a: [] }, { a: {} }, 'in.a should be [], but is {}.'],
  [{ a: '1' }, { a: 1 }, 'in.a should be "1", but is 1.'],
  [{ a: 1, b: 1 }, { a: 2, b: 2 }, 'in.a should be 1, but is 2.'],
])('the first difference of %j and %j is %s', (expected, found, sentence) => {
  const difference = findFirstDifference('in', expected, found)
  expect(difference && formatDifference(difference)).toBe(sentence)
})
