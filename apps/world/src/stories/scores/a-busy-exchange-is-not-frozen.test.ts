import { listActions } from '@app/api/routes/actions.ts'
import { checkWallet } from '@app/api/routes/agent.ts'
import { getProtection, listProposals } from '@app/api/routes/governance.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../people/create-person.ts'
import { buildBatchPaymentRequest } from '../../people/transactions.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { openNewAccounts } from '../../testing/open-new-accounts.ts'
import { readHistory } from '../../testing/wait-for-entry.ts'

const world = connectToWorld()
const { people, chain, api, roles, fetchScore } = world
const { trent, acme } = people
const { address } = trent

const CUSTOMERS = 15
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

test('an exchange that trades with many at once is not accused', async () => {
  const { score, metadata } = await fetchScore(trent)
  expect(metadata.dataPoints).toBeGreaterThan(150)
  expect(score).toBeGreaterThanOrEqual(SUSPECTED_BELOW)
  expect((await api.call(checkWallet, { body: { address } })).actions).toEqual([])
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
})
