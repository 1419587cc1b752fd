import { listActions } from '@app/api/routes/actions.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { expect, test } from 'vitest'
import { KEPT_ACCOUNTS } from '../../people/account-names.ts'
import { buildPaymentRequest } from '../../people/transactions.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { readHistory } from '../../testing/wait-for-entry.ts'

const world = connectToWorld()
const { people, chain, api, fetchScore } = world
const { harbor, market, nils } = people

test('harbor proposes and pays what its accounts authorize, and authorizes nothing', async () => {
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
