import { listActions } from '@app/api/routes/actions.ts'
import { getReadiness } from '@app/api/routes/operations.ts'
import { HIGH_RISK_BELOW, RISK_LEVELS, SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { expect, test } from 'vitest'
import { KEPT_ACCOUNTS, MEMBERS, SMALL_ACCOUNTS } from '../../people/account-names.ts'
import { buildPaymentRequest } from '../../people/transactions.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { readHistory } from '../../testing/wait-for-entry.ts'

const world = connectToWorld()
const { people, chain, api, fetchScore } = world

test('the agent and the signers of the world are running', async () => {
  const readDegraded = async () => (await api.call(getReadiness, {})).degraded
  await expect.poll(readDegraded).toEqual([])
})

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

test.each(MEMBERS)('%s, an ordinary member, is NORMAL or better', async (name) => {
  const { score, metadata } = await fetchScore(people[name])
  expect(score).toBeGreaterThanOrEqual(SUSPECTED_BELOW)
  expect(['NORMAL', 'TRUSTED']).toContain(metadata.riskLevel)
  expect(metadata.confidence).toBeGreaterThan(0.6)
})

test('no small account is suspected, including victims of mallory and payers of oscar', async () => {
  const suspected: string[] = []
  for (const name of SMALL_ACCOUNTS) {
    const { score } = await fetchScore(people[name])
    if (score < SUSPECTED_BELOW) suspected.push(`${name} ${score}`)
  }
  expect(suspected).toEqual([])
})

test('trent, who receives from and pays many accounts and is not listed, is NORMAL or better', async () => {
  const { metadata, score } = await fetchScore(people.trent)
  expect(metadata.dataPoints).toBeGreaterThan(100)
  expect(metadata.flags).toEqual([])
  expect(score).toBeGreaterThanOrEqual(SUSPECTED_BELOW)
  expect(RISK_LEVELS.indexOf(metadata.riskLevel)).toBeGreaterThanOrEqual(2)
})

test('oscar, who receives from many and forwards everything at once, is SUSPICIOUS or worse without being listed', async () => {
  const { score, metadata, reasons } = await fetchScore(people.oscar)
  expect(score).toBeLessThan(SUSPECTED_BELOW)
  expect(['SUSPICIOUS', 'HIGH_RISK']).toContain(metadata.riskLevel)
  const factors = reasons.filter(({ points }) => points < 0).map(({ factor }) => factor)
  expect(factors).toContain('largeOutFlow')
})

test('the mule, who is not listed, is SUSPICIOUS or worse for forwarding money of a listed wallet', async () => {
  const { score, metadata, reasons } = await fetchScore(people.mule)
  expect(score).toBeLessThan(SUSPECTED_BELOW)
  expect(['SUSPICIOUS', 'HIGH_RISK']).toContain(metadata.riskLevel)
  const contact = reasons.find((r) => r.factor === 'knownScamInteract' && r.points < 0)
  const counterparties = contact?.evidence.map(({ counterparty }) => counterparty)
  expect(counterparties).toContain(people.mallory.address)
})

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

test('harbor proposes and pays what its accounts authorize, and authorizes nothing', async () => {
  const { harbor, market, nils } = people
  const payment = { from: nils.address, to: market.address, amount: '2.00', token: 'TUSD' } as const
  const request = { ...buildPaymentRequest(payment), payer: harbor.address }
  const { txId } = await chain.submitUntilSealed(request)
  expect(await chain.flow.getTransactionRoles(txId)).toEqual({
    txId,
    proposer: harbor.address,
    payer: harbor.address,
    authorizers: [nils.address],
  })
})

test.each(['harbor', ...KEPT_ACCOUNTS] as const)('%s is not suspected', async (name) => {
  const { score } = await fetchScore(people[name])
  expect(score).toBeGreaterThanOrEqual(SUSPECTED_BELOW)
  const entries = await readHistory(world, people[name])
  expect(entries.map(({ action }) => action)).not.toContain('warn')
  const actions = await api.call(listActions, { query: { address: people[name].address } })
  expect(actions.filter(({ kind }) => kind === 'flag' || kind === 'propose_freeze')).toEqual([])
})

const replaceBigints = (_: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value
