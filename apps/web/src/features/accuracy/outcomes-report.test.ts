import type { ReasonOutcomes } from '@app/api/schemas/reference.ts'
import { expect, test } from 'vitest'
import { describeReasonOutcomes, formatFalsePositives } from './outcomes-report.tsx'

const REASON: ReasonOutcomes = {
  factor: 'largeOutFlow',
  ...{ code: 'passes_on', accused: 9, open: 1, decided: 6, overturned: 2 },
  ...{ clearedByVote: 2, clearedByLabelRemoval: 0, clearedByRecheck: 2, undecided: 0, denied: 4 },
  ...{ falsePositiveRate: 0.3333, interval: { from: 0.0968, to: 0.7 }, isForReview: true },
}

test.each<[Partial<ReasonOutcomes>, string]>([
  [{}, '2 of 6 (33%, likely 10% to 70%)'],
  [{ overturned: 400, decided: 1_200 }, '400 of 1,200 (33%)'],
  [{ overturned: 1, decided: 30_000, falsePositiveRate: 0 }, '1 of 30,000 (< 1%)'],
  [{ overturned: 0, decided: 0, falsePositiveRate: null, interval: null }, 'None decided'],
])('a rate of %j is told with its interval, as far as there is one', (change, text) => {
  expect(formatFalsePositives({ ...REASON, ...change })).toBe(text)
})

test('the ends that happened are listed', () => {
  expect(describeReasonOutcomes(REASON)).toBe(
    '9 accused: 2 cleared by vote, 2 cleared by a recheck, 4 appeal denied, 1 open',
  )
})
