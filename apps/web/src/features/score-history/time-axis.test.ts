import { describe, expect, it } from 'vitest'
import {
  buildStepPath,
  clusterByPlace,
  findNearest,
  findTimeRange,
  listTicks,
  toPercent,
} from './time-axis.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 10, 1)
const RANGE = { fromMs: START, toMs: START + 10 * DAY }

describe('the range of time', () => {
  it('goes from the first moment to the latest block', () => {
    const { fromMs, toMs } = findTimeRange([START + DAY, START], START + 5 * DAY)
    expect(fromMs).toBeLessThan(START)
    expect(toMs).toBe(START + 5 * DAY)
  })

  it('is never empty', () => {
    for (const times of [[], [START]]) {
      const { fromMs, toMs } = findTimeRange(times, START)
      expect(toMs).toBeGreaterThan(fromMs)
    }
  })

  it('contains a moment after the latest block that was seen', () => {
    expect(findTimeRange([START + DAY], START).toMs).toBe(START + DAY)
  })
})

it('places moments by their time, not by their number', () => {
  expect([0, 1, 5, 10, 12].map((day) => toPercent(RANGE, START + day * DAY))).toEqual([
    0, 10, 50, 100, 100,
  ])
})

describe('the marks of the axis', () => {
  it('stand at round days, at most six', () => {
    const ticks = listTicks(RANGE)
    expect(ticks.length).toBeLessThanOrEqual(6)
    for (const { timeMs } of ticks) expect(timeMs % DAY).toBe(0)
    expect(ticks[0]?.text).toMatch(/^\d+ Nov$/)
  })

  it('stand at hours within a day, and at years over many', () => {
    const short = listTicks({ fromMs: START, toMs: START + DAY / 4 })
    expect(short.map(({ text }) => text)).toContain('03:00')
    const long = listTicks({ fromMs: START, toMs: START + 5 * 365 * DAY })
    expect(long[0]?.text).toMatch(/^\d{4}$/)
  })

  it('are at most seven over any time', () => {
    for (const days of [0.01, 0.3, 1, 3, 9, 40, 200, 700, 9_000]) {
      const ticks = listTicks({ fromMs: START + 123, toMs: START + 123 + days * DAY })
      expect([days, ticks.length <= 7]).toEqual([days, true])
    }
  })
})

it('draws a step line that lasts until now', () => {
  const points = [
    { x: 0, y: 40 },
    { x: 50, y: 80 },
  ]
  expect(buildStepPath(points)).toBe('M0 40H50V80H100')
  expect(buildStepPath([])).toBe('')
})

it('joins events that would cover each other', () => {
  const items = [0, 0.1, 5].map((day) => ({ timeMs: START + day * DAY }))
  const clusters = clusterByPlace(items, RANGE, 3)
  expect(clusters.map(({ items: joined }) => joined.length)).toEqual([2, 1])
})

it('finds the moment nearest to the pointer', () => {
  const items = [0, 4, 9].map((day) => ({ timeMs: START + day * DAY }))
  expect([1, 39, 70, 100].map((percent) => findNearest(items, RANGE, percent))).toEqual([
    0, 1, 2, 2,
  ])
  expect(findNearest([], RANGE, 50)).toBe(-1)
})
