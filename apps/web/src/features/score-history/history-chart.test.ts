import { expect, it } from 'vitest'
import { findTimeRange, listTicks } from './history-chart.tsx'

const DAY = 86_400_000
const START = Date.UTC(2026, 10, 1)

it.each([
  [[START + DAY, START], START + 5 * DAY, START + 5 * DAY],
  [[START + DAY], START, START + DAY],
  [[START], START, START],
  [[], START, START],
])('the time from %j to %i ends at %i, and is never empty', (times, now, end) => {
  const { fromMs, toMs } = findTimeRange(times, now)
  expect([toMs, fromMs < Math.min(end, ...times)]).toEqual([end, true])
})

it.each([
  [0.25, /^\d\d:00$/],
  [10, /^\d+ Nov$/],
  [5 * 365, /^\d{4}$/],
])('the marks of %d days are at most seven, at round times', (days, pattern) => {
  const ticks = listTicks({ fromMs: START + 123, toMs: START + 123 + days * DAY })
  expect([ticks.length > 1, ticks.length <= 7]).toEqual([true, true])
  for (const { text } of ticks) expect(text).toMatch(pattern)
})
