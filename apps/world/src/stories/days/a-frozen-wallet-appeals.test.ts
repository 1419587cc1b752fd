import { getProtectionStatus } from '@app/contracts/calls.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { readProposalFromChain, readStandingNumbers } from '../../people/signed-messages.ts'
import { advanceOneDayAndPublish } from '../../testing/advance-one-day.ts'
import { expectMirrorEqualsChain } from '../../testing/expect-mirror-equals-chain.ts'
import { openOwnWorld, stopSigners } from '../../testing/open-own-world.ts'

const world = await openOwnWorld()
stopSigners(world)
afterEach(() => expectMirrorEqualsChain(world))
const { people, chain, dao } = world
const { alice, bob, carol, oscar, acme } = people

const ACCUSATION = 'Oscar gathers from many small accounts and passes it on within the hour.'
const DEFENCE = 'I collect the rent of a house for its owner, and can show the contracts.'

let freezeId: bigint
let freezeNumber: bigint
let appealId: bigint

const isFrozen = async () =>
  (
    (await chain.runScript(getProtectionStatus({ address: oscar.address }))) as {
      isFrozen: boolean
    }
  ).isFrozen

async function voteFor(id: bigint): Promise<void> {
  for (const member of [alice, bob, carol]) await member.vote({ id, support: true }, acme)
}

const openAppealAgainst = (number: bigint) =>
  oscar.appeal({ against: { freezeNumber: number }, reason: DEFENCE }, acme)

beforeAll(async () => {
  await advanceOneDayAndPublish(world)
  const draft = { action: 'freeze', target: oscar.address, reason: ACCUSATION } as const
  freezeId = await alice.propose(draft, acme)
  await voteFor(freezeId)
  await advanceOneDayAndPublish(world)
  await dao.execute(freezeId, [0, 2])
  freezeNumber = (await readStandingNumbers(chain, oscar.address)).freezeNumber ?? 0n
})

test('an appeal against another freeze is rejected', async () => {
  await expect(openAppealAgainst(freezeNumber + 1n)).rejects.toThrow(
    `${oscar.address} is not frozen by freeze ${freezeNumber + 1n}`,
  )
})

test('the frozen account signs an appeal, a relayer sends it, and its vote opens at once', async () => {
  appealId = await openAppealAgainst(freezeNumber)
  expect(await isFrozen()).toBe(true)
  expect(await readProposalFromChain(chain, appealId)).toMatchObject({
    action: 'unfreeze',
    target: oscar.address,
    freezeNumber,
    flagNumber: null,
    isAppeal: true,
    status: 'pending',
  })
})

test('it can appeal once against a freeze, also when too few vote', async () => {
  const refusal = `has appealed against freeze ${freezeNumber} already: appeal ${appealId}`
  await expect(openAppealAgainst(freezeNumber)).rejects.toThrow(refusal)
  await advanceOneDayAndPublish(world)
  expect((await readProposalFromChain(chain, appealId)).status).toBe('expired')
  await expect(openAppealAgainst(freezeNumber)).rejects.toThrow(refusal)
  expect(await isFrozen()).toBe(true)
})

test('and once more after a vote renewed the freeze, which keeps its number', async () => {
  const draft = { action: 'freeze', target: oscar.address, reason: ACCUSATION } as const
  const renewalId = await alice.propose(draft, acme)
  await voteFor(renewalId)
  await advanceOneDayAndPublish(world)
  await dao.execute(renewalId, [0, 1])
  expect((await readStandingNumbers(chain, oscar.address)).freezeNumber).toBe(freezeNumber)
  appealId = await openAppealAgainst(freezeNumber)
})

test('the vote upholds the appeal before its execution, which ends the freeze', async () => {
  await voteFor(appealId)
  await advanceOneDayAndPublish(world)
  expect((await readProposalFromChain(chain, appealId)).status).toBe('approved')
  expect(await isFrozen()).toBe(true)
  await dao.execute(appealId, [1, 2])
  expect(await isFrozen()).toBe(false)
})
