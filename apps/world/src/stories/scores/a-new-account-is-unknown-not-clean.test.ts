import { expect, test } from 'vitest'
import { connectToWorld } from '../../testing/connect-to-world.ts'

const { people, fetchScore } = connectToWorld()

test('newbie, who has no transfers yet, is NORMAL near 50 with insufficient data', async () => {
  const { score, metadata } = await fetchScore(people.newbie)
  expect(metadata.riskLevel).toBe('NORMAL')
  expect(metadata.confidence).toBeLessThan(0.3)
  expect(metadata.flags).toContain('Insufficient data')
  expect(Math.abs(score - 50)).toBeLessThanOrEqual(50 * metadata.confidence + 0.05)
})

test('no score in the world is further from 50 than its confidence allows', async () => {
  for (const person of [people.alice, people.trent, people.mallory, people.mule, people.ada]) {
    const { score, metadata } = await fetchScore(person)
    expect(Math.abs(score - 50)).toBeLessThanOrEqual(50 * metadata.confidence + 0.05)
  }
})
