import { beforeAll, expect, test } from 'vitest'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { createDecisions, DAY_MS } from '../../testing/decide.ts'
import { expectMirrorEqualsChain } from '../../testing/expect-mirror-equals-chain.ts'
import { readEventsSince } from '../../testing/read-events-since.ts'

const world = connectToWorld()
const decisions = createDecisions(world)
const { people, chain, clock, dao } = world
const { alice, bob, carol, dave, erin, trent, acme } = people

const REASON = 'Trent did not answer my message for two days, so freeze him.'

let id: number
let height: number

beforeAll(async () => {
  height = (await chain.flow.getLatestBlock()).height
  id = await decisions.propose({ by: dave, action: 'freeze', target: trent, reason: REASON })
  await decisions.vote(id, { for: [dave, erin], against: [alice, bob] })
  await clock.advance(DAY_MS)
  await world.waitUntilIndexed()
})

test('as many Against as For reject it', async () => {
  expect(await decisions.readStatus(id)).toBe('rejected')
})

test('the DAO itself cannot execute it, with two keys and all its rights', async () => {
  await expect(dao.execute(BigInt(id), [0, 1])).rejects.toThrow(
    `Proposal ${id} is rejected, not approved`,
  )
})

test('trent keeps paying and is not frozen, and no signer touched it', async () => {
  await clock.advance(7 * DAY_MS)
  await trent.pay(acme, '1.00')
  expect(await decisions.readProtection(trent)).toMatchObject({ flag: null, freeze: null })
  const executed = await readEventsSince(chain, 'DharmaGovernance.ProposalExecuted', height)
  expect(executed.map(({ fields }) => fields.id)).not.toContain(BigInt(id))
  await expectMirrorEqualsChain(world)
})

test('another proposal about him can be opened', async () => {
  const again = { by: carol, action: 'freeze', target: trent, reason: REASON } as const
  expect(await decisions.propose(again)).toBeGreaterThan(id)
})
