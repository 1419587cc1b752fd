import { flagWallet, listActions, withdrawFlag } from '@app/api/routes/actions.ts'
import { checkWallet } from '@app/api/routes/agent.ts'
import { getProtection, listProposals } from '@app/api/routes/governance.ts'
import { exportEvidence } from '@app/api/routes/score.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../people/create-person.ts'
import { buildBatchPaymentRequest } from '../../people/transactions.ts'
import { createVisitor, HAS_MANY_VISITORS } from '../../testing/clients/create-visitor.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { openNewAccounts } from '../../testing/open-new-accounts.ts'
import { readHistory } from '../../testing/wait-for-entry.ts'

const world = connectToWorld()
const { people, chain, api, urls, roles, fetchScore } = world
const { trent, bob, acme } = people
const { address } = trent

const CUSTOMERS = 15
const VISITORS = HAS_MANY_VISITORS ? 10 : 1
const REASON = 'More money passes through it than through any other: it must be a mixer.'

const visitors = Array.from({ length: VISITORS }, (_, index) => createVisitor(urls.api, 1 + index))

/** Customers sell dollars to trent, who pays all of them in the next block, as fast as it goes. */
async function trade(customers: readonly Person[]): Promise<void> {
  const payAll = (from: Person, amount: string, token: 'TUSD' | 'LOTUS') => {
    const payments = new Map(customers.map((customer) => [customer.address, amount]))
    return chain.submitUntilSealed(buildBatchPaymentRequest(from.address, payments, token))
  }
  await payAll(acme, '30.00', 'TUSD')
  await Promise.all(customers.map((customer) => customer.pay(trent, '25.00')))
  await payAll(trent, '2.50', 'LOTUS')
  await payAll(trent, '5.00', 'TUSD')
}

beforeAll(async () => {
  const customers = await openNewAccounts(chain, CUSTOMERS)
  await trade(customers)
  await trade(customers)
})

afterAll(async () => {
  for (const visitor of visitors) {
    await visitor.call(withdrawFlag, { body: { targetAddress: address } }).catch(() => {})
  }
  await bob.withdrawReport(trent, acme)
})

/** Has the agent review trent now, and returns what it did about him. */
async function review(): Promise<unknown[]> {
  await world.waitUntilIndexed()
  return (await api.call(checkWallet, { body: { address } })).actions
}

async function expectNotAccused(): Promise<void> {
  expect(await review()).toEqual([])
  const { flag, freeze } = await api.call(getProtection, { params: { address } })
  expect([flag, freeze]).toEqual([null, null])
  const entries = await readHistory(world, trent)
  expect(entries.map(({ action }) => action)).not.toContain('warn')
  const actions = await api.call(listActions, { query: { address } })
  const accusations = actions.filter(({ kind }) => kind === 'flag' || kind === 'propose_freeze')
  expect(accusations).toEqual([])
  const proposals = await api.call(listProposals)
  const isByAgent = ({ proposer, targetAddress }: (typeof proposals)[number]) =>
    proposer === roles.agent && targetAddress === address
  expect(proposals.filter(isByAgent)).toEqual([])
}

test('an exchange that trades with many at once is not accused', async () => {
  const { score, metadata } = await fetchScore(trent)
  expect(metadata.dataPoints).toBeGreaterThan(150)
  expect(score).toBeGreaterThanOrEqual(SUSPECTED_BELOW)
  await expectNotAccused()
})

test('nor when ten visitors and a member report it', async () => {
  for (const visitor of visitors) {
    await visitor.call(flagWallet, { body: { targetAddress: address, reason: REASON } })
  }
  await bob.report(trent, REASON, acme)
  const { score } = await fetchScore(trent)
  expect(score).toBeGreaterThanOrEqual(SUSPECTED_BELOW)
  const { inputs } = await api.call(exportEvidence, { params: { address } })
  expect(inputs.offchain).toMatchObject({ community: { visitorReports: VISITORS } })
  await expectNotAccused()
})
