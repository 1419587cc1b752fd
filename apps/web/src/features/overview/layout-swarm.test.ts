import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layoutSwarm, type SwarmItem } from './layout-swarm.ts'

const AREA = { width: 1_000, height: 220, padding: 20 }

const items = fc
  .array(fc.integer({ min: 0, max: 1000 }), { maxLength: 120 })
  .map((tenths) =>
    tenths.map((value, number): SwarmItem => ({ id: `w${number}`, value: value / 10 })),
  )

test('every dot is at its value, inside of the area', () => {
  fc.assert(
    fc.property(items, (all) => {
      const { dots, radius } = layoutSwarm(all, AREA)
      const xs = new Map(all.map(({ id, value }) => [id, 20 + value * 9.6]))
      expect(dots).toHaveLength(all.length)
      for (const { id, x, y } of dots) {
        expect(x).toBeCloseTo(xs.get(id) ?? Number.NaN)
        expect(Math.abs(y) + radius).toBeLessThanOrEqual(AREA.height / 2)
      }
    }),
  )
})

test('no two dots touch', () => {
  fc.assert(
    fc.property(items, (all) => {
      const { dots, radius } = layoutSwarm(all, AREA)
      for (const [index, a] of dots.entries()) {
        for (const b of dots.slice(index + 1)) {
          expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(2 * radius)
        }
      }
    }),
    { numRuns: 30 },
  )
})

test('the order of the items does not matter', () => {
  fc.assert(
    fc.property(items, (all) => {
      expect(layoutSwarm(all.toReversed(), AREA)).toEqual(layoutSwarm(all, AREA))
    }),
  )
})

test('many wallets with nearly the same score become smaller, and stay inside', () => {
  const many = Array.from({ length: 400 }, (_, id) => ({
    id: `w${id}`,
    value: 60 + (id % 20) / 10,
  }))
  const few = layoutSwarm(many.slice(0, 10), AREA)
  const { dots, radius } = layoutSwarm(many, AREA)
  expect(radius).toBeLessThan(few.radius)
  expect(dots.every(({ y }) => Math.abs(y) + radius <= AREA.height / 2)).toBe(true)
})
