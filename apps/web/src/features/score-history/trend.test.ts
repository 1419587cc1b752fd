import { getExample } from '@app/api/openapi/get-example.ts'
import { getScore } from '@app/api/routes/score.ts'
import type { ScoreHistoryEntry } from '@app/api/schemas/score-history.ts'
import { expect, test } from 'vitest'
import { buildTrendPath, buildTrendPoints } from './trend.ts'

const { breakdown, evidenceHash } = getExample(getScore)

const buildHistoryEntry = (score: number): ScoreHistoryEntry => ({
  score,
  riskLevel: 'NORMAL',
  confidence: 0.8,
  dataPoints: 12,
  breakdown,
  version: '1.0.0',
  evidenceHash,
  computedAt: '2026-03-01T12:00:00.000Z',
})

test('the newest score is at the right, and a higher score is higher in the chart', () => {
  const points = buildTrendPoints([
    buildHistoryEntry(60),
    buildHistoryEntry(20),
    buildHistoryEntry(45),
  ])
  expect(points.map(({ x, y }) => [x, y])).toEqual([
    [0, 55],
    [50, 80],
    [100, 40],
  ])
})

test('a single score is at the right', () => {
  expect(buildTrendPoints([buildHistoryEntry(60)])).toMatchObject([{ x: 100, y: 40 }])
})

test('the line is horizontal until the next score', () => {
  expect(buildTrendPath(buildTrendPoints([buildHistoryEntry(60), buildHistoryEntry(20)]))).toBe(
    'M0 80H100V40',
  )
})

test('without scores there is no line', () => expect(buildTrendPath(buildTrendPoints([]))).toBe(''))
