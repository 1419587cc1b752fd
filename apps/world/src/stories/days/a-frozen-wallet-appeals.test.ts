import { getProtectionStatus } from '@app/contracts/scripts.generated.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { OpenedAppeal } from '../../people/appeals.ts'
import { readProposal } from '../../people/proposals.ts'
import { advanceOneDayAndAwaitPublications } from '../../testing/advance-one-day.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { expectMirrorEqualsChain } from '../../testing/expect-mirror-equals-chain.ts'
import { stopSigners } from '../../testing/stop-signers.ts'

const world = connectToWorld()
stopSigners(world)
afterEach(() => expectMirrorEqualsChain(world))
const { people, chain, dao } = world
const { alice, bob, carol, oscar, acme } = people

const ACCUSATION = 'Oscar gathers from many small accounts and passes it on within the hour.'
const DEFENCE = 'I collect the rent of a house for its owner, and can show the contracts.'

interface ProtectionStatus {
  isFrozen: boolean
  appeals: { id: bigint; outcome: string; proposalIds: bigint[]; isSecondProposalDue: boolean }[]
}

let freezeId: bigint
let appeal: OpenedAppeal
let secondId: bigint

const status = async () =>
  (await chain.runScript(getProtectionStatus({ address: oscar.address }))) as ProtectionStatus

async function voteFor(id: bigint): Promise<void> {
  for (const member of [alice, bob, carol]) await member.vote({ id, support: true }, acme)
}

const openAppealAgainst = (freezeProposalId: bigint) =>
  oscar.appeal({ against: { freezeProposalId }, reason: DEFENCE }, acme)

beforeAll(async () => {
  await advanceOneDayAndAwaitPublications(world)
  const draft = { action: 'freeze', target: oscar.address, reason: ACCUSATION } as const
  freezeId = await alice.propose(draft, acme)
  await voteFor(freezeId)
  await advanceOneDayAndAwaitPublications(world)
  await dao.execute(freezeId, [0, 2])
})

test('an appeal against another freeze is rejected', async () => {
  await expect(openAppealAgainst(freezeId + 1n)).rejects.toThrow(
    `${oscar.address} is not frozen by proposal ${freezeId + 1n}`,
  )
})

test('the frozen account signs an appeal, a relayer sends it, and its proposal opens at once', async () => {
  appeal = await openAppealAgainst(freezeId)
  const { appealId: id, proposalId } = appeal
  const { appeals, isFrozen } = await status()
  expect(isFrozen).toBe(true)
  expect(appeals.at(-1)).toMatchObject({ id, outcome: 'open', proposalIds: [proposalId] })
  expect(await readProposal(chain, proposalId)).toMatchObject({
    action: 'unfreeze',
    target: oscar.address,
    isAppeal: true,
    status: 'pending',
  })
})

test('it can appeal once against a freeze, without a second proposal while the first is open', async () => {
  await expect(openAppealAgainst(freezeId)).rejects.toThrow(
    'has appealed against this freeze already',
  )
  const second = { appealId: appeal.appealId, reason: DEFENCE }
  await expect(oscar.openSecondProposal(second, acme)).rejects.toThrow(
    'takes a second proposal only after',
  )
})

test('without votes on the first, it opens a second proposal on the next day', async () => {
  await advanceOneDayAndAwaitPublications(world)
  expect((await status()).appeals.at(-1)?.isSecondProposalDue).toBe(true)
  secondId = await oscar.openSecondProposal({ appealId: appeal.appealId, reason: DEFENCE }, acme)
  expect((await readProposal(chain, appeal.proposalId)).status).toBe('expired')
  expect((await status()).appeals.at(-1)).toMatchObject({
    outcome: 'open',
    proposalIds: [appeal.proposalId, secondId],
  })
})

test('the vote upholds the appeal before its execution, which ends the freeze', async () => {
  await voteFor(secondId)
  await advanceOneDayAndAwaitPublications(world)
  const before = await status()
  expect(before.appeals.at(-1)?.outcome).toBe('upheld')
  expect(before.isFrozen).toBe(true)
  await dao.execute(secondId, [1, 2])
  expect((await status()).isFrozen).toBe(false)
})
