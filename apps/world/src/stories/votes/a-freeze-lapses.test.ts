import { getSettlementFund } from '@app/contracts/scripts.generated.ts'
import { fundSettlements, withdrawSettlementFund } from '@app/contracts/transactions.generated.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCHEDULER_FUND } from '../../seed/assign-roles.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { createDecisions, DAY_MS, HOUR_MS } from '../../testing/decide.ts'
import { expectMirrorEqualsChain } from '../../testing/expect-mirror-equals-chain.ts'
import { readEventsSince } from '../../testing/read-events-since.ts'
import { waitFor } from '../../testing/wait-for.ts'

const world = connectToWorld()
const decisions = createDecisions(world)
const { people, chain, clock } = world
const { alice, bob, carol, hana, hugo, acme } = people

const REASON = 'Somebody else holds hana’s keys: stop her vault for a week.'

let id: number

beforeAll(async () => {
  await drainSettlementFund()
  await acme.pay(hana, '200.00')
  await hana.openVault(hugo, '50.0')
  await hana.depositToVault('120.00')
  const draft = { by: alice, action: 'freeze', target: hana, reason: REASON } as const
  id = await decisions.approve(draft, [alice, bob, carol])
  await decisions.expectStatus(id, 'executed')
})

afterAll(async () => {
  const call = fundSettlements({ amount: SCHEDULER_FUND })
  await chain.submitUntilSealed({ call, signers: [chain.service.address] })
})

test('a freeze holds for seven days from its execution', async () => {
  const { freeze } = await decisions.readProtection(hana)
  const { since, until } = freeze ?? { since: '', until: '' }
  expect(Date.parse(until) - Date.parse(since)).toBe(7 * DAY_MS)
  await clock.advance(7 * DAY_MS - HOUR_MS)
  await expect(hana.withdrawFromVault('1.0')).rejects.toThrow(`${hana.address} is frozen`)
})

test('then it is over at once, without anybody’s transaction', async () => {
  await clock.advance(HOUR_MS)
  expect((await decisions.readProtection(hana)).freeze).toBeNull()
  await hana.withdrawFromVault('1.0')
})

test('what no run of the scheduler was paid for, the server records', async () => {
  const { height } = await chain.flow.getLatestBlock()
  await clock.advance(20 * 60_000)
  await waitFor('the server to record the end of the freeze', async () => {
    const ends = await readEventsSince(chain, 'DharmaProtection.FreezeEnded', height - 10)
    return ends.some(({ fields }) => fields.address === hana.address)
  })
  await expectMirrorEqualsChain(world)
})

async function drainSettlementFund(): Promise<void> {
  const amount = (await chain.runScript(getSettlementFund())) as bigint
  const call = withdrawSettlementFund({ amount })
  await chain.submitUntilSealed({ call, signers: [chain.service.address] })
}
