import { beforeAll, expect, test } from 'vitest'
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
/** Before the freeze was over. */
let height: number

beforeAll(async () => {
  await acme.pay(hana, '200.00')
  await hana.openVault(hugo, '50.0')
  await hana.depositToVault('120.00')
  const draft = { by: alice, action: 'freeze', target: hana, reason: REASON } as const
  id = await decisions.approve(draft, [alice, bob, carol])
  await decisions.expectStatus(id, 'executed')
})

test('a freeze holds for seven days from its execution', async () => {
  const { freeze } = await decisions.readProtection(hana)
  const { since, until } = freeze ?? { since: '', until: '' }
  expect(Date.parse(until) - Date.parse(since)).toBe(7 * DAY_MS)
  await clock.advance(7 * DAY_MS - HOUR_MS)
  await expect(hana.withdrawFromVault('1.0')).rejects.toThrow(`${hana.address} is frozen`)
})

test('then it is over at once, without anybody’s transaction', async () => {
  height = (await chain.flow.getLatestBlock()).height
  await clock.advance(HOUR_MS)
  expect((await decisions.readProtection(hana)).freeze).toBeNull()
  await hana.withdrawFromVault('1.0')
})

test('the agent records it', async () => {
  await waitFor('the agent to record the end of the freeze', async () => {
    const ends = await readEventsSince(chain, 'DharmaProtection.FreezeEnded', height)
    return ends.some(({ fields }) => fields.address === hana.address)
  })
  await expectMirrorEqualsChain(world)
})
