import { getProposal } from '@app/api/routes/governance.ts'
import { beforeAll, expect, test } from 'vitest'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { createDecisions, DAY_MS, HOUR_MS } from '../../testing/decide.ts'
import { expectMirrorEqualsChain } from '../../testing/expect-mirror-equals-chain.ts'
import { readEventsSince } from '../../testing/read-events-since.ts'
import { waitFor } from '../../testing/wait-for.ts'

const world = connectToWorld()
const decisions = createDecisions(world)
const { people, chain, clock, api } = world
const { alice, bob, carol, nora, acme } = people

const REASON = 'Nora sells tickets that nobody has ever received.'
const DEFENCE = 'The tickets were sent by post, and I can show the receipts.'

let appealId: number
let height: number

beforeAll(async () => {
  const draft = { by: alice, action: 'freeze', target: nora, reason: REASON } as const
  const freezeId = await decisions.approve(draft, [alice, bob, carol])
  await decisions.expectStatus(freezeId, 'executed')
  height = (await chain.flow.getLatestBlock()).height
})

test('the frozen wallet appeals in the last hours of the freeze', async () => {
  await clock.advance(6 * DAY_MS + 12 * HOUR_MS)
  const { freeze } = await decisions.readProtection(nora)
  const against = { freezeNumber: BigInt(freeze?.number ?? 0) }
  appealId = Number(await nora.appeal({ against, reason: DEFENCE }, acme))
  await world.waitUntilIndexed()
  await decisions.vote(appealId, { against: [alice, bob, carol] })
  expect((await decisions.readProtection(nora)).appeals[0]).toMatchObject({ outcome: 'open' })
})

test('the freeze lapses before the voting ends, and the appeal closes without outcome', async () => {
  await clock.advance(12 * HOUR_MS)
  const { freeze, appeals } = await decisions.readProtection(nora)
  expect(freeze).toBeNull()
  expect(appeals[0]).toMatchObject({ id: appealId, outcome: 'void' })
  const proposal = await api.call(getProposal, { params: { id: String(appealId) } })
  expect(proposal).toMatchObject({ status: 'expired' })
  expect(proposal.voidReason).toContain('Nothing that it names stands any more.')
})

test('nobody votes on it any more, and the chain records it as of the end of the freeze', async () => {
  const vote = { id: BigInt(appealId), support: false }
  await expect(carol.vote(vote, acme)).rejects.toThrow(`proposal ${appealId} is expired`)
  await clock.advance(20 * 60_000)
  const read = async (name: 'AppealClosed' | 'FreezeEnded') =>
    (await readEventsSince(chain, `DharmaProtection.${name}`, height)).find(
      ({ fields }) => fields.address === nora.address,
    )?.fields
  await waitFor('the end to be recorded', async () => (await read('AppealClosed')) !== undefined)
  const ended = await read('FreezeEnded')
  expect(await read('AppealClosed')).toMatchObject({
    id: BigInt(appealId),
    outcome: 'void',
    closedAt: ended?.endedAt,
  })
  await expectMirrorEqualsChain(world)
})
