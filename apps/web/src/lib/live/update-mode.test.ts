import { expect, test } from 'vitest'
import { toUpdateStatus } from './update-mode.ts'

const times = { nowMs: 100_000, lastAnswerMs: 99_000 }
const longAgo = { nowMs: 100_000, lastAnswerMs: 85_000 }

test('an open stream is live, however long ago anything happened', () => {
  expect(toUpdateStatus('open', longAgo)).toEqual({ status: 'live', sinceMs: null })
})

test.each([
  ['connecting', 'connecting'],
  ['interrupted', 'reconnecting'],
] as const)('while %s, with an answer just now, the page is %s', (health, status) => {
  expect(toUpdateStatus(health, times)).toEqual({ status, sinceMs: null })
})

test.each(['connecting', 'interrupted'] as const)(
  'while %s, without an answer for 15 s, the page is stale since the last one',
  (health) => {
    expect(toUpdateStatus(health, longAgo)).toEqual({ status: 'stale', sinceMs: 85_000 })
  },
)
