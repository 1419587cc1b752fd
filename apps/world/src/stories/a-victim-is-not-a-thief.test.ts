import { expect, test } from 'vitest'
import { visitWorld } from '../testing/visit-world.ts'

const { people, scoreOf } = visitWorld()

test('victor, whom mallory emptied, is NORMAL or better', async () => {
  const { score, metadata, breakdown } = await scoreOf(people.victor)
  expect(score).toBeGreaterThanOrEqual(45)
  expect(['NORMAL', 'TRUSTED']).toContain(metadata.riskLevel)
  expect(breakdown.knownScamInteract).toBeGreaterThanOrEqual(0.5)
})

test('being emptied by mallory now leaves the level as it was', async () => {
  const { mallory, tara } = people
  const before = await scoreOf(tara)
  expect(await tara.balance()).toBeGreaterThan(0n)
  await mallory.sweep(tara)
  const after = await scoreOf(tara)
  expect(await tara.balance()).toBe(0n)
  expect(after.metadata.dataPoints).toBeGreaterThan(before.metadata.dataPoints)
  expect(after.metadata.riskLevel).toBe(before.metadata.riskLevel)
  expect(after.breakdown.knownScamInteract).toBeGreaterThanOrEqual(0.5)
})
