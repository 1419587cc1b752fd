import { expect, test } from 'vitest'
import { emptyActivity, emptyFacts } from './empty-facts.ts'
import { readInputs } from './inputs/inputs.ts'
import { type PointsRows, pointsFor } from './points-table.ts'

const values = (senders: number, transfersIn: number) =>
  readInputs({ ...emptyFacts(), activity: { ...emptyActivity(), senders, transfersIn } })

const alone: PointsRows = {
  code: 'senders',
  theme: 'fan_in',
  inputs: ['senders'],
  edges: [[2, 5]],
  points: [10, 20, 30],
}

const joined: PointsRows = {
  code: 'both',
  theme: 'fan_in',
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
  expect(pointsFor(alone, values(senders, 1))).toBe(points)
})

test('rows over two inputs hold all bands of the second within each of the first', () => {
  const found = [1, 2].flatMap((senders) =>
    [5, 10, 20].map((count) => pointsFor(joined, values(senders, count))),
  )
  expect(found).toEqual([1, 2, 3, 4, 5, 6])
})

test('an input that is unknown earns nothing', () => {
  const paid = { ...alone, inputs: ['recipients'] } as const
  expect(pointsFor(paid, values(3, 3))).toBe(0)
})
