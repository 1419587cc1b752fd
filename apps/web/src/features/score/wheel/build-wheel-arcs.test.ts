import { FACTORS, mapFactors } from '@app/values/factor.ts'
import { expect, test } from 'vitest'
import { buildWheelArcs } from './build-wheel-arcs.ts'

const VALUES = [0.84, 0.06, 0, 1, 0.38]
const breakdown = mapFactors((_, index) => VALUES[index] ?? 0.5)

test('the arcs follow each other once around the rim, in the order of the factors', () => {
  const arcs = buildWheelArcs(breakdown)
  expect(arcs.map(({ factor }) => factor)).toEqual(FACTORS)
  for (const [index, arc] of arcs.entries()) {
    const end = arcs[index + 1]?.start ?? 100
    expect(arc.start + arc.length).toBeLessThan(end)
  }
})

test('each arc is filled by the value of its factor', () => {
  for (const { factor, filled, length } of buildWheelArcs(breakdown)) {
    expect(filled / length).toBeCloseTo(breakdown[factor])
  }
})
