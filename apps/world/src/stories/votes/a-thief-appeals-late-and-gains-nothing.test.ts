import { getVault } from '@app/contracts/calls.ts'
import { beforeAll, expect, test } from 'vitest'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { createDecisions, DAY_MS, HOUR_MS } from '../../testing/decide.ts'
import { expectMirrorEqualsChain } from '../../testing/expect-mirror-equals-chain.ts'

const world = connectToWorld()
const decisions = createDecisions(world)
const { people, chain, clock } = world
const { alice, bob, carol, dave, gina, emil, acme } = people

const REASON = 'A thief has gina’s keys and waits for what is in her vault.'
const LIE = 'I am gina and nobody has my keys: let me take my money at once.'

let freezeId: number
let recoverId: number
let appealId: number

const readVault = () => chain.runScript(getVault({ address: gina.address }))

beforeAll(async () => {
  await acme.pay(gina, '200.00')
  await gina.openVault(emil, '10.0')
  await gina.depositToVault('120.00')
  const draft = { by: alice, action: 'freeze', target: gina, reason: REASON } as const
  freezeId = await decisions.approve(draft, [alice, bob, carol])
  await decisions.expectStatus(freezeId, 'executed')
})

test('the recovery is proposed on the last day but one', async () => {
  await clock.advance(5 * DAY_MS + 20 * HOUR_MS)
  const draft = { by: bob, action: 'recover', target: gina, reason: REASON } as const
  recoverId = await decisions.propose(draft)
  await decisions.vote(recoverId, { for: [alice, bob, carol, dave] })
})

test('the thief appeals just before its voting ends: the recovery waits', async () => {
  await clock.advance(23 * HOUR_MS)
  const { freeze } = await decisions.readProtection(gina)
  const against = { freezeNumber: BigInt(freeze?.number ?? 0) }
  appealId = Number(await gina.appeal({ against, reason: LIE }, acme))
  await clock.advance(2 * HOUR_MS)
  await decisions.expectStatus(recoverId, 'approved')
  expect(await readVault()).toMatchObject({ recoveredTo: null })
})

test('the seven days end, and the approved recovery holds the freeze: the thief’s keys open nothing', async () => {
  await decisions.vote(appealId, { against: [alice, bob, carol] })
  await clock.advance(20 * HOUR_MS)
  const { freeze } = await decisions.readProtection(gina)
  expect(freeze).not.toBeNull()
  await expect(gina.withdrawFromVault('1.0')).rejects.toThrow(`${gina.address} is frozen`)
  await expectMirrorEqualsChain(world)
})

test('the appeal is denied, and the vault goes to the recovery address alone', async () => {
  await clock.advance(4 * HOUR_MS)
  await decisions.expectStatus(appealId, 'rejected')
  await decisions.expectStatus(recoverId, 'executed')
  expect(await readVault()).toMatchObject({ recoveredTo: emil.address })
  await expect(gina.withdrawFromVault('1.0')).rejects.toThrow('was recovered to')
  await expectMirrorEqualsChain(world)
})
