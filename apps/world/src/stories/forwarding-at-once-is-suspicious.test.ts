import { expect, test } from 'vitest'
import { connectToWorld } from '../testing/connect-to-world.ts'

const { people, fetchScore } = connectToWorld()

test('oscar, who takes from many and passes all on at once, is SUSPICIOUS or worse on no list', async () => {
  const { score, metadata, reasons } = await fetchScore(people.oscar)
  expect(score).toBeLessThan(45)
  expect(['SUSPICIOUS', 'HIGH_RISK']).toContain(metadata.riskLevel)
  const factors = reasons.filter(({ points }) => points < 0).map(({ factor }) => factor)
  expect(factors).toContain('largeOutFlow')
})
