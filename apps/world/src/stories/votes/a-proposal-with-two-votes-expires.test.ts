import { beforeAll, expect, test } from 'vitest'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { createDecisions, DAY_MS, HOUR_MS } from '../../testing/decide.ts'
import { expectMirrorEqualsChain } from '../../testing/expect-mirror-equals-chain.ts'
import { readEventsSince } from '../../testing/read-events-since.ts'
import { waitFor } from '../../testing/wait-for.ts'

const world = connectToWorld()
const decisions = createDecisions(world)
const { people, chain, clock } = world
const { alice, bob, carol, cafe, acme } = people

const REASON = 'The café sells coffee that nobody drinks: it may be a cover.'

let id: number
let height: number

beforeAll(async () => {
  height = (await chain.flow.getLatestBlock()).height
  id = await decisions.propose({ by: alice, action: 'freeze', target: cafe, reason: REASON })
  await decisions.vote(id, { for: [alice, bob] })
})

test('two votes keep it open until the 24 hours are over, to the second', async () => {
  expect(await decisions.readStatus(id)).toBe('active')
  await clock.advance(23 * HOUR_MS + 59 * 60_000)
  await world.waitUntilIndexed()
  expect(await decisions.readStatus(id)).toBe('active')
})

test('then it is expired at once, and the agent records it', async () => {
  await clock.advance(60_000)
  await world.waitUntilIndexed()
  expect(await decisions.readStatus(id)).toBe('expired')
  await waitFor('the agent to record it', async () => {
    const changes = await readEventsSince(chain, 'DharmaProposals.StatusChanged', height)
    return changes.some(({ fields }) => fields.id === BigInt(id) && fields.after === 'expired')
  })
})

test('no vote is counted any more, neither through the API nor on the chain', async () => {
  await expect(decisions.vote(id, { for: [carol] })).rejects.toMatchObject({
    code: 'voting_closed',
    message: `Voting on proposal ${id} is closed: it is expired.`,
  })
  const vote = { id: BigInt(id), support: true }
  await expect(carol.vote(vote, acme)).rejects.toThrow(`voting on proposal ${id} ended at`)
})

test('nothing happens to the café, a week later too', async () => {
  await clock.advance(7 * DAY_MS)
  expect(await decisions.readProtection(cafe)).toMatchObject({ flag: null, freeze: null })
  expect(await readEventsSince(chain, 'DharmaProtection.Frozen', height)).toEqual([])
  await expectMirrorEqualsChain(world)
})
