import { expect, test } from 'vitest'
import { visitWorld } from '../testing/visit-world.ts'

const { people, scoreOf } = visitWorld()

test('the mule, on no list, is SUSPICIOUS or worse for passing on money of a listed wallet', async () => {
  const { score, metadata, reasons } = await scoreOf(people.mule)
  expect(score).toBeLessThan(45)
  expect(['SUSPICIOUS', 'HIGH_RISK']).toContain(metadata.riskLevel)
  const contact = reasons.find((r) => r.factor === 'knownScamInteract' && r.points < 0)
  const counterparties = contact?.evidence.map(({ counterparty }) => counterparty)
  expect(counterparties).toContain(people.mallory.address)
})
