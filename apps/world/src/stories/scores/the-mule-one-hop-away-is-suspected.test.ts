import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { expect, test } from 'vitest'
import { connectToWorld } from '../../testing/connect-to-world.ts'

const { people, fetchScore } = connectToWorld()

test('the mule, who is not listed, is SUSPICIOUS or worse for forwarding money of a listed wallet', async () => {
  const { score, metadata, reasons } = await fetchScore(people.mule)
  expect(score).toBeLessThan(SUSPECTED_BELOW)
  expect(['SUSPICIOUS', 'HIGH_RISK']).toContain(metadata.riskLevel)
  const contact = reasons.find((r) => r.factor === 'knownScamInteract' && r.points < 0)
  const counterparties = contact?.evidence.map(({ counterparty }) => counterparty)
  expect(counterparties).toContain(people.mallory.address)
})
