import { getVoteArchive, listNeededVotes } from '@app/api/routes/governance.ts'
import { beforeAll, expect, test } from 'vitest'
import { voteOnAllThroughApi } from '../../people/signed-calls.ts'
import { advanceOneDayAndPublish } from '../../testing/advance-one-day.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { createDecisions, DAY_MS } from '../../testing/decide.ts'
import { expectMirrorEqualsChain } from '../../testing/expect-mirror-equals-chain.ts'
import { verifyFile } from '../../testing/run-command.ts'
import { waitFor } from '../../testing/wait-for.ts'

const world = connectToWorld()
const decisions = createDecisions(world)
const { people, chain, clock, api } = world
const { alice, bob, carol, dave, omar, pia } = people

const REASON = 'Omar asks for a deposit, and nobody ever gets a key.'
const draft = { action: 'freeze', target: omar, reason: REASON } as const

/** Of somebody who may not vote, and of a member. */
let ids: number[]

beforeAll(async () => {
  // With an old record a member would rank as anybody else.
  await advanceOneDayAndPublish(world)
  ids = [
    await decisions.propose({ by: pia, ...draft }),
    await decisions.propose({ by: alice, ...draft }),
  ]
})

test('an open vote keeps out proposers of the same or a lower rank only', async () => {
  await expect(decisions.propose({ by: bob, ...draft })).rejects.toThrow('is open already')
  await expect(decisions.propose({ by: pia, ...draft })).rejects.toThrow('is open already')
})

test('a member is shown both as one topic', async () => {
  const needed = await api.call(listNeededVotes, { query: { address: bob.address } })
  const own = needed.filter(({ id }) => ids.includes(id))
  expect(own.map(({ rank }) => rank).sort()).toEqual(['other', 'voter'])
  expect(new Set(own.map(({ topic }) => topic)).size).toBe(1)
})

test('one signature of each member votes on both', async () => {
  const votes = ids.map((id) => ({ id, support: true }))
  for (const { address } of [bob, carol, dave]) {
    const proposals = await voteOnAllThroughApi({ chain, client: api, address }, votes)
    expect(proposals.map(({ id }) => id)).toEqual(ids)
    expect(new Set(proposals.map(({ txId }) => txId)).size).toBe(1)
  }
  await clock.advance(DAY_MS)
  for (const id of ids) await decisions.expectStatus(id, 'executed')
})

test('the archive of votes still proves itself', async () => {
  await world.waitUntilIndexed()
  await waitFor('all signatures to be looked up', async () => {
    const { proposals } = await api.call(getVoteArchive)
    return proposals.every(({ votes }) => votes.every(({ message }) => message.text !== ''))
  })
  const archive = await api.call(getVoteArchive)
  const { code, output } = await verifyFile('votes', archive, '--offline')
  expect(output).not.toContain('WRONG')
  expect(code).toBe(3)
  await expectMirrorEqualsChain(world)
})
