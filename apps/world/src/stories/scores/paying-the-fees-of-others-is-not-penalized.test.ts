import { exportEvidence } from '@app/api/routes/score.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { createNodeClient } from '@app/flow/http/node-client.ts'
import { sendTransaction } from '@app/flow/send/send-transaction.ts'
import { expect, test } from 'vitest'
import type { Person } from '../../people/create-person.ts'
import { buildPaymentRequest } from '../../people/transactions.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { openNewAccounts } from '../../testing/open-new-accounts.ts'

const { people, chain, api, emulator, fetchScore } = connectToWorld()

/** Pays mallory, in a transaction whose fee another account pays. */
async function payWithSponsor(payer: Person, sponsor: Person): Promise<string> {
  const rates = { eventCallsPerSecond: 1e4, scriptCallsPerSecond: 1e4, otherCallsPerSecond: 1e4 }
  const node = createNodeClient({ accessNodeUrl: emulator.rest, ...rates, sendCallsPerSecond: 1e4 })
  const to = people.mallory.address
  const { call } = buildPaymentRequest({ from: payer.address, to, amount: '20.00', token: 'TUSD' })
  const request = {
    cadence: resolveImports(call.cadence, 'local'),
    args: call.args,
    proposer: chain.toSigner(payer.address),
    payer: chain.toSigner(sponsor.address),
  }
  return sendTransaction({ node, reader: chain.flow }, request)
}

test('paying the fee of a payment to mallory is not contact with her, but the payment is', async () => {
  const [payer, sponsor] = await openNewAccounts(chain, 2)
  if (payer === undefined || sponsor === undefined) throw new Error('no accounts were opened')
  await people.acme.pay(payer, '25.00')
  const before = await fetchScore(sponsor)
  const { txId } = await chain.waitUntilSealed(await payWithSponsor(payer, sponsor))
  expect(await chain.flow.getTransactionRoles(txId)).toMatchObject({
    proposer: payer.address,
    payer: sponsor.address,
    authorizers: [payer.address],
  })
  const after = await fetchScore(sponsor)
  expect([after.score, after.breakdown, after.reasons]).toEqual([
    before.score,
    before.breakdown,
    before.reasons,
  ])
  const { inputs } = await api.call(exportEvidence, { params: { address: sponsor.address } })
  expect(inputs.chain).toMatchObject({ account: { proposed: 0, sponsored: 1 } })
  expect((await fetchScore(payer)).breakdown.knownScamInteract).toBeLessThan(0.5)
})
