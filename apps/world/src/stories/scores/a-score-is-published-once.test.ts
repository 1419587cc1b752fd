import { listActions } from '@app/api/routes/actions.ts'
import { getReadiness } from '@app/api/routes/operations.ts'
import { getOnchainScore, getScore, publishScore } from '@app/api/routes/score.ts'
import { expect, test } from 'vitest'
import { connectToWorld } from '../../testing/connect-to-world.ts'

const { people, api, chain, fetchScore } = connectToWorld()

test('a visitor publishes ada’s score, and the chain stores what the server shows', async () => {
  const { address } = people.ada
  await expect(api.call(getOnchainScore, { params: { address } })).rejects.toMatchObject({
    code: 'not_published',
  })
  const live = await api.call(getScore, { params: { address }, query: { publish: 'true' } })
  const onchain = await api.call(getOnchainScore, { params: { address } })
  expect(onchain).toMatchObject({
    score: live.score,
    level: live.metadata.riskLevel,
    breakdown: live.breakdown,
    evidenceHash: live.evidenceHash,
    txId: live.txId,
  })
  const { status, error } = await chain.flow.getTransactionResult(String(live.txId))
  expect([status, error]).toEqual(['sealed', null])
})

test('another visitor gets the same transaction until there is new evidence', async () => {
  const params = { address: people.hana.address }
  const [first, again] = [
    await api.call(publishScore, { params }),
    await api.call(getScore, { params, query: { publish: 'true' } }),
  ]
  expect(again.txId).toBe(first.txId)
  await people.hana.pay(people.chen, '3.00')
  expect((await fetchScore(people.hana)).evidenceHash).not.toBe(first.evidenceHash)
  const later = await api.call(publishScore, { params })
  expect(later.txId).not.toBe(first.txId)
  const actions = await api.call(listActions, { query: params })
  expect(actions.map(({ txId }) => txId)).toEqual([later.txId, first.txId])
})

test('mallory’s score is on the chain as HIGH_RISK, where every contract can read it', async () => {
  const params = { address: people.mallory.address }
  await api.call(publishScore, { params })
  expect(await api.call(getOnchainScore, { params })).toMatchObject({ level: 'HIGH_RISK' })
})

test('the agent and the signers of the world are running', async () => {
  const readDegraded = async () => (await api.call(getReadiness, {})).degraded
  await expect.poll(readDegraded).toEqual([])
})
