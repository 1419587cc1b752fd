import { getReadiness } from '@app/api/routes/operations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { createDecisions, DAY_MS } from '../../testing/decide.ts'
import { expectMirrorEqualsChain } from '../../testing/expect-mirror-equals-chain.ts'
import { readEventsSince } from '../../testing/read-events-since.ts'
import { waitFor } from '../../testing/wait-for.ts'

const world = connectToWorld()
const decisions = createDecisions(world)
const { people, chain, clock, api, cosigners } = world
const { alice, bob, carol, finn, faye } = people

const REASON = 'Sends the same invoice to everybody, again and again.'

let id: number
let height: number

beforeAll(async () => {
  await cosigners.stop(1)
  height = (await chain.flow.getLatestBlock()).height
  const draft = { by: alice, action: 'freeze', target: finn, reason: REASON } as const
  id = await decisions.approve(draft, [alice, bob, carol])
})
afterAll(() => cosigners.startAll())

const readExecutions = async () =>
  (await readEventsSince(chain, 'DharmaGovernance.ProposalExecuted', height)).filter(
    ({ fields }) => fields.id === BigInt(id),
  )

test('with one signer nothing is executed, however long it is approved', async () => {
  await decisions.expectStatus(id, 'approved')
  await clock.advance(2 * DAY_MS)
  await world.waitUntilIndexed()
  expect(await decisions.readStatus(id)).toBe('approved')
  expect(await readExecutions()).toEqual([])
})

test('the server is ready all the same, and reports the missing signer', async () => {
  await waitFor(
    'the missing signer to be reported',
    async () => (await api.call(getReadiness)).degraded.length > 0,
    120_000,
  )
  const { status, degraded } = await api.call(getReadiness)
  expect(status).toBe('ready')
  expect(degraded.map(({ message }) => message).join(' ')).toContain('1 of 2')
})

test('when it is back, both execute it exactly once', async () => {
  await cosigners.start(1)
  await decisions.expectStatus(id, 'executed')
  expect((await decisions.readProtection(finn)).freeze).not.toBeNull()
  expect(await readExecutions()).toHaveLength(1)
})

test('killed with kill -9 while they execute, they still execute exactly once', async () => {
  const draft = { by: bob, action: 'freeze', target: faye, reason: REASON } as const
  const next = await decisions.approve(draft, [alice, bob, carol])
  for (const index of [0, 1, 0, 1]) {
    await cosigners.kill(index)
    await cosigners.start(index)
  }
  await decisions.expectStatus(next, 'executed')
  await clock.advance(DAY_MS)
  const executed = await readEventsSince(chain, 'DharmaGovernance.ProposalExecuted', height)
  expect(executed.filter(({ fields }) => fields.id === BigInt(next))).toHaveLength(1)
  await expectMirrorEqualsChain(world)
})
