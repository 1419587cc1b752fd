import { describe, expect, it } from 'vitest'
import { findFirstDifference, formatDifference } from './difference.ts'

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
