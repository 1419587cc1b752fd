import { SCORE_EXAMPLE } from '@app/api/schemas/score-example.ts'
import { expect, test } from 'vitest'
import { describeConfidence } from './describe-confidence.ts'

const metadata = { ...SCORE_EXAMPLE.metadata, flags: [] }

test.each([
  [0, /^Insufficient data/],
  [0.2999, /^Insufficient data/],
  [0.3, /^Limited/],
  [0.6, /^Good/],
  [0.85, /^High/],
])('a confidence of %d begins with %s', (confidence, words) => {
  expect(describeConfidence({ ...metadata, confidence })).toMatch(words)
})

test('what the flags say of the data outweighs a confidence that looks fair', () => {
  const flagged = { ...metadata, confidence: 0.4, flags: ['Insufficient data'] }
  expect(describeConfidence(flagged)).toMatch(/^Insufficient data/)
})
