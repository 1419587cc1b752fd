import { FACTORS } from '@app/values/factor.ts'
import { expect, test } from 'vitest'
import { buildWheelArcs } from './build-wheel-arcs.ts'

const breakdown = {
  txFrequency: 0.84,
  largeOutFlow: 0.06,
  knownScamInteract: 0,
  nftHoldings: 1,
  onchainAge: 0.38,
  communitySignals: 0.5,
}

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
