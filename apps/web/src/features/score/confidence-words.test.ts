import { expect, test } from 'vitest'
import { confidenceWords } from './confidence-words.ts'

test.each([
  [0, /^Insufficient data/],
  [0.2999, /^Insufficient data/],
  [0.3, /^Limited/],
  [0.6, /^Good/],
  [0.85, /^High/],
])('a confidence of %d begins with %s', (confidence, words) => {
  expect(confidenceWords(confidence)).toMatch(words)
})
