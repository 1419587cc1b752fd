import { expect, test } from 'vitest'
import { formatTable, isGoodEnough, type PageScores, takeMedians } from './scores.ts'

const metrics = {
  'first-contentful-paint': 900.4,
  'largest-contentful-paint': 1200,
  'total-blocking-time': 30,
  'cumulative-layout-shift': 0.01,
}

const build = (performance: number, accessibility = 100): PageScores => ({
  scores: { performance, accessibility, 'best-practices': 100 },
  metrics,
  failed: [],
})

test('the median counts for performance, and the lowest score for what does not vary', () => {
  const { scores } = takeMedians([build(99), build(70, 98), build(96)])
  expect(scores).toEqual({ performance: 96, accessibility: 98, 'best-practices': 100 })
})

test('96 in any category is not good enough', () => {
  expect(isGoodEnough(build(97, 97))).toBe(true)
  expect(isGoodEnough(build(96))).toBe(false)
  expect(isGoodEnough(build(100, 96))).toBe(false)
})

test('the table has a line for each page', () => {
  const table = formatTable([['/', { ...build(97), failed: ['unused-css'] }]])
  expect(table.split('\n')[1]).toMatch(/^\/ +97 +100 +100 +900 +1200 +30 +0\.010 +unused-css$/)
})
