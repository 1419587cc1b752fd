import { expect, test } from 'vitest'
import { createEmptyActivity, createEmptyFacts } from './empty-facts.ts'
import { computeInputs } from './inputs/inputs.ts'
import { findPoints, type PointsRows } from './points-table.ts'

const buildInputValues = (senders: number, transfersIn: number) =>
  computeInputs({
    ...createEmptyFacts(),
    activity: { ...createEmptyActivity(), senders, transfersIn },
  })

const alone: PointsRows = {
  code: 'senders',
  group: 'fan_in',
  inputs: ['senders'],
  edges: [[2, 5]],
  points: [10, 20, 30],
}

const joined: PointsRows = {
  code: 'both',
  group: 'fan_in',
  inputs: ['senders', 'transfersIn'],
  edges: [[2], [10, 20]],
  points: [1, 2, 3, 4, 5, 6],
}

test.each([
  [1, 10],
  [2, 20],
  [4, 20],
  [5, 30],
])('a band starts at its edge: %d senders earn %d', (senders, points) => {
  expect(findPoints(alone, buildInputValues(senders, 1))).toBe(points)
})

test('rows over two inputs list all bands of the second for each band of the first', () => {
  const found = [1, 2].flatMap((senders) =>
    [5, 10, 20].map((count) => findPoints(joined, buildInputValues(senders, count))),
  )
  expect(found).toEqual([1, 2, 3, 4, 5, 6])
})

test('an input that is unknown earns nothing', () => {
  const paid = { ...alone, inputs: ['recipients'] } as const
  expect(findPoints(paid, buildInputValues(3, 3))).toBe(0)
})
