import { RISK_LEVELS, SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { expect, test } from 'vitest'
import { connectToWorld } from '../../testing/connect-to-world.ts'

const { people, fetchScore } = connectToWorld()

test('trent, who receives from and pays many accounts and is not listed, is NORMAL or better', async () => {
  const { metadata, score } = await fetchScore(people.trent)
  expect(metadata.dataPoints).toBeGreaterThan(100)
  expect(metadata.flags).toEqual([])
  expect(score).toBeGreaterThanOrEqual(SUSPECTED_BELOW)
  expect(RISK_LEVELS.indexOf(metadata.riskLevel)).toBeGreaterThanOrEqual(2)
})
