import { createPool } from '@app/server/db/create-pool.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readProposal } from '../../people/proposals.ts'
import { advanceOneDayAndAwaitPublications } from '../../testing/advance-one-day.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { waitFor } from '../../testing/wait-for.ts'

const world = connectToWorld()
const { people, chain, clock, cosigners, databaseUrl } = world
const { alice, bob, carol, newbie, acme } = people

const pool = createPool(databaseUrl, { warn: () => {} })

/** A day, and the delay of a run of the scheduler. */
const VOTING_MS = 86_400_000 + 11 * 60_000
const REASON = 'It sends dust to everybody whom it wants to deceive later.'

let id: bigint

beforeAll(async () => {
  await cosigners.startAll()
  await advanceOneDayAndAwaitPublications(world)
  id = await alice.propose({ action: 'freeze', target: newbie.address, reason: REASON }, acme)
  for (const member of [alice, bob, carol]) await member.vote({ id, support: true }, acme)
})

afterAll(async () => {
  await cosigners.startAll()
  await pool.end()
})

const readStatus = async () => (await readProposal(chain, id)).status
/** Reads who wrote letters about any proposal: others of this world may be due as well. */
const readWriters = async () => {
  const { rows } = await pool.query("select writer from cosigner_mailbox where topic <> 'status'")
  return rows.map(({ writer }) => String(writer))
}

test('while one signer is down, the other signs and nothing is executed', async () => {
  await cosigners.kill(1)
  await clock.advance(VOTING_MS)
  await waitFor('the other signer to sign', async () => (await readWriters()).length > 0)
  expect(await readWriters()).toEqual([expect.stringMatching(/_signer_1$/)])
  expect(await readStatus()).toBe('approved')
})

test('when it is back, both execute the proposal, and leave no letters', async () => {
  await cosigners.start(1)
  await waitFor('the proposal to be executed', async () => (await readStatus()) === 'executed')
  await waitFor('the letters to be removed', async () => (await readWriters()).length === 0)
})
