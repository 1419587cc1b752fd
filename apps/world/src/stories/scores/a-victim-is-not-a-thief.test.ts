import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { expect, test } from 'vitest'
import { connectToWorld } from '../../testing/connect-to-world.ts'

const { people, fetchScore } = connectToWorld()

test('victor, whom mallory emptied, is NORMAL or better', async () => {
  const { score, metadata, breakdown } = await fetchScore(people.victor)
  expect(score).toBeGreaterThanOrEqual(SUSPECTED_BELOW)
  expect(['NORMAL', 'TRUSTED']).toContain(metadata.riskLevel)
  expect(breakdown.knownScamInteract).toBeGreaterThanOrEqual(0.5)
})

test('being emptied by mallory now does not change the score, and is flagged', async () => {
  const { mallory, tara } = people
  const before = await fetchScore(tara)
  expect(await tara.readBalance()).toBeGreaterThan(0n)
  await mallory.sweep(tara)
  const after = await fetchScore(tara)
  expect(await tara.readBalance()).toBe(0n)
  expect(after.metadata.flags).toEqual([
    'Robbed by an account on the scam list',
    ...before.metadata.flags,
  ])
  expect([after.score, after.breakdown]).toEqual([before.score, before.breakdown])
})
