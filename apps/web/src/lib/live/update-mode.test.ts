import { expect, test } from 'vitest'
import { toUpdateStatus } from './update-mode.ts'

test.each([
  ['open', 15_000, 'live', null],
  ['connecting', 1_000, 'connecting', null],
  ['interrupted', 1_000, 'reconnecting', null],
  ['connecting', 15_000, 'stale', 85_000],
  ['interrupted', 15_000, 'stale', 85_000],
] as const)(
  'while %s, %d ms after the last answer, the page is %s',
  (health, age, status, sinceMs) => {
    const times = { nowMs: 100_000, lastAnswerMs: 100_000 - age }
    expect(toUpdateStatus(health, times)).toEqual({ status, sinceMs })
  },
)
