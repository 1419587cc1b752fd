import { HIGH_RISK_BELOW } from '@app/values/risk-level.ts'
import { expect, test } from 'vitest'
import { connectToWorld } from '../../testing/connect-to-world.ts'

const { people, fetchScore, chain } = connectToWorld()

test('mallory, who empties wallets and is on the scam list, is HIGH_RISK', async () => {
  const { score, metadata, breakdown } = await fetchScore(people.mallory)
  expect(score).toBeLessThan(HIGH_RISK_BELOW)
  expect(metadata.riskLevel).toBe('HIGH_RISK')
  expect(breakdown.knownScamInteract).toBeLessThan(0.1)
  expect(metadata.flags.join()).toMatch(/listed as a scam/i)
})

test('the evidence against her are sealed transactions in which she takes part', async () => {
  const { reasons } = await fetchScore(people.mallory)
  const evidence = reasons.filter(({ points }) => points < 0).flatMap((reason) => reason.evidence)
  expect(evidence.length).toBeGreaterThan(0)
  for (const { txId, height } of evidence) {
    const result = await chain.flow.getTransactionResult(txId)
    const block = await chain.flow.getBlockAtHeight(height)
    expect(result).toMatchObject({ status: 'sealed', error: null, blockId: block.id })
    expect(JSON.stringify(result.events, replaceBigints)).toContain(people.mallory.address)
  }
})

const replaceBigints = (_: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value
