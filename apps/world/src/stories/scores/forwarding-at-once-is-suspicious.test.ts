import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { expect, test } from 'vitest'
import { connectToWorld } from '../../testing/connect-to-world.ts'

const { people, fetchScore } = connectToWorld()

test('oscar, who receives from many and forwards everything at once, is SUSPICIOUS or worse without being listed', async () => {
  const { score, metadata, reasons } = await fetchScore(people.oscar)
  expect(score).toBeLessThan(SUSPECTED_BELOW)
  expect(['SUSPICIOUS', 'HIGH_RISK']).toContain(metadata.riskLevel)
  const factors = reasons.filter(({ points }) => points < 0).map(({ factor }) => factor)
  expect(factors).toContain('largeOutFlow')
})
