import { getExample } from '@app/api/openapi/get-example.ts'
import { getScore } from '@app/api/routes/score.ts'
import { expect, test } from 'vitest'
import { describeConfidence } from './score-details.tsx'

const metadata = { ...getExample(getScore).metadata, flags: [] }

test.each([
  [0, /^Insufficient data/],
  [0.2999, /^Insufficient data/],
  [0.3, /^Limited/],
  [0.6, /^Good/],
  [0.85, /^High/],
])('the description of a confidence of %d matches %s', (confidence, pattern) => {
  expect(describeConfidence({ ...metadata, confidence })).toMatch(pattern)
})

test('the flag for insufficient data takes precedence over a higher confidence', () => {
  const flagged = { ...metadata, confidence: 0.4, flags: ['Insufficient data'] }
  expect(describeConfidence(flagged)).toMatch(/^Insufficient data/)
})
