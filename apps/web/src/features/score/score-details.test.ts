import { getExample } from '@app/api/openapi/get-example.ts'
import { getScore } from '@app/api/routes/score.ts'
import { expect, test } from 'vitest'
import { computeScoreRange } from './score-card.tsx'
import { describeConfidence } from './score-details.tsx'

test.each([
  [0.2999, [], /^Insufficient data/],
  [0.4, ['Insufficient data'], /^Insufficient data/],
  [0.3, [], /^Limited/],
  [0.6, [], /^Good/],
  [0.85, [], /^High/],
])('a confidence of %d with the flags %j is described as %s', (confidence, flags, pattern) => {
  const { metadata } = getExample(getScore)
  expect(describeConfidence({ ...metadata, confidence, flags })).toMatch(pattern)
})

test.each([
  [60, 0.8, 50, 70],
  [15, 0.2, 0, 55],
  [90, 0.5, 65, 100],
  [42.5, 1, 42.5, 42.5],
])(
  'what is unknown can move a score of %d with a confidence of %d to %d and %d',
  (score, confidence, from, to) => {
    expect(computeScoreRange(score, confidence)).toEqual({ from, to })
  },
)
