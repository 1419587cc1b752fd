import type { ReasonOutcomes } from '@app/api/schemas/reference.ts'
import { expect, test } from 'vitest'
import {
  describeReasonOutcomes,
  formatFalsePositives,
  formatReasonCode,
  listReviewCommands,
} from './outcomes-report.tsx'

const REASON: ReasonOutcomes = {
  factor: 'largeOutFlow',
  code: 'passes_on',
  accused: 9,
  open: 1,
  clearedByVote: 2,
  clearedByLabelRemoval: 0,
  clearedByRecheck: 2,
  undecided: 0,
  denied: 4,
  decided: 6,
  overturned: 2,
  falsePositiveRate: 0.3333,
  interval: { from: 0.0968, to: 0.7 },
  isForReview: true,
}

test('a rate of few cases has its interval, one of many has none', () => {
  expect(formatFalsePositives(REASON)).toBe('2 of 6 (33%, likely 10% to 70%)')
  expect(formatFalsePositives({ ...REASON, overturned: 400, decided: 1_200 })).toBe(
    '400 of 1,200 (33%)',
  )
  const rare = { overturned: 1, decided: 30_000, falsePositiveRate: 0 }
  expect(formatFalsePositives({ ...REASON, ...rare })).toBe('1 of 30,000 (< 1%)')
})

test('without a decided case there is no rate', () => {
  const none = { ...REASON, overturned: 0, decided: 0, falsePositiveRate: null, interval: null }
  expect(formatFalsePositives(none)).toBe('None decided')
})

test('the ends that happened are listed', () => {
  expect(describeReasonOutcomes(REASON)).toBe(
    '9 accused: 2 cleared by vote, 2 cleared by a recheck, 4 appeal denied, 1 open',
  )
})

test('each reason for review has its preview', () => {
  const reasons = [REASON, { ...REASON, code: 'fan_in', isForReview: false }]
  const review = { minDecided: 5, overturnedAbove: 0.3 }
  expect(listReviewCommands({ cases: 9, reasons, review })).toEqual([
    {
      command: 'npm run preview -- --mute passes_on',
      text: 'Lists whose level would change if “Passes on” gave no points.',
    },
  ])
  expect(formatReasonCode('funding_hop_0')).toBe('Funding hop 0')
})
