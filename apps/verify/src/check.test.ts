import { describe, expect, it } from 'vitest'
import {
  type Check,
  type Finding,
  findFirstDifference,
  formatDifference,
  runChecks,
} from './check.ts'

const WRONG = { path: 'score', expected: '1', found: '2' }

async function collectReports(...findings: Finding[]) {
  const lines: string[] = []
  const checks = findings.map(
    (finding, index): Check => ({ claim: `${index}`, find: () => finding }),
  )
  const difference = await runChecks(checks, {
    checking: (claim) => lines.push(`checking ${claim}`),
    proven: (claim) => lines.push(`proven ${claim}`),
    undecided: (because) => lines.push(`undecided ${because}`),
    noted: (note) => lines.push(`noted ${note}`),
  })
  return { difference, lines }
}

it('reports proven, undecided and noted claims in order', async () => {
  expect(await collectReports({ note: 'by the way' }, { because: 'it is gone' }, null)).toEqual({
    difference: null,
    lines: [
      'checking 0',
      'noted by the way',
      'checking 1',
      'undecided it is gone',
      'checking 2',
      'proven 2',
    ],
  })
})

it('stops at the first difference', async () => {
  expect(await collectReports(null, WRONG, { ...WRONG, path: 'later' })).toEqual({
    difference: WRONG,
    lines: ['checking 0', 'proven 0', 'checking 1'],
  })
})

describe('the first difference', () => {
  it('is null for equal values, in any order of their fields', () => {
    expect(
      findFirstDifference('', { a: [1, { b: null }], c: 2 }, { c: 2, a: [1, { b: null }] }),
    ).toBeNull()
  })

  it.each([
    [{ a: [1, 2] }, { a: [1, 3] }, 'a[1] should be 2, but is 3.'],
    [{ a: [1, 2] }, { a: [1] }, 'a[1] should be 2, but is missing.'],
    [{ a: [1] }, { a: [1, 2] }, 'a[1] should be missing, but is 2.'],
    [{ a: { b: 1 } }, { a: {} }, 'a.b should be 1, but is missing.'],
    [{ a: {} }, { a: { b: 1 } }, 'a.b should be missing, but is 1.'],
    [{ a: null }, { a: { b: 1 } }, 'a should be null, but is {"b":1}.'],
    [{ a: [] }, { a: {} }, 'a should be [], but is {}.'],
    [{ a: '1' }, { a: 1 }, 'a should be "1", but is 1.'],
    [{ a: 1, b: 1 }, { a: 2, b: 2 }, 'a should be 1, but is 2.'],
  ])('of %j and %j is formatted as one sentence', (expected, found, sentence) => {
    const difference = findFirstDifference('', expected, found)
    expect(difference && formatDifference(difference)).toBe(sentence)
  })

  it('has the given path prefix', () => {
    expect(findFirstDifference('inputs.chain', { a: 1 }, { a: 2 })?.path).toBe('inputs.chain.a')
  })
})
