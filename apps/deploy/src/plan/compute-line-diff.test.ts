import { expect, test } from 'vitest'
import { computeLineDiff } from './compute-line-diff.ts'

test('counts lines that only one of the texts has', () => {
  expect(computeLineDiff('a\nb\nc', 'a\nx\ny\nc')).toEqual({ added: 2, removed: 1 })
})

test('counts a line that occurs twice before and once after as removed once', () => {
  expect(computeLineDiff('}\n}\na', 'a\n}')).toEqual({ added: 0, removed: 1 })
})
