import { randomBytes } from 'node:crypto'
import {
  castVotes,
  createProposal,
  executeProposal,
  getProtectionStatus,
} from '@app/contracts/calls.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../people/create-person.ts'
import {
  readProposalFromChain,
  type SignedProposal,
  type SignedVotes,
  signProposal,
  signVote,
  type VoteDraft,
} from '../../people/signed-messages.ts'
import { advanceOneDayAndPublish } from '../../testing/advance-one-day.ts'
import { expectMirrorEqualsChain } from '../../testing/expect-mirror-equals-chain.ts'
import { openOwnWorld, stopSigners } from '../../testing/open-own-world.ts'
import { readEventsSince } from '../../testing/read-events-since.ts'
import { waitFor } from '../../testing/wait-for.ts'

const world = await openOwnWorld()
stopSigners(world)
afterEach(() => expectMirrorEqualsChain(world))
const { people, chain, dao, clock } = world
const { alice, bob, carol, dave, erin, gina, hana, tara, newbie, acme } = people

const DAY_MS = 86_400_000
const TARGET_REASON = 'Somebody else holds gina’s keys: stop her vault until she has new ones.'
const OTHER_REASON = 'Tara sends the same small payment to everybody, again and again.'

/** The tested proposal, and another that is open at the same time. */
let id: bigint
let otherId: bigint
/** Signed on the first day, and not relayed. */
let withheld: SignedProposal

beforeAll(async () => {
  await acme.pay(gina, '200.00')
  await gina.openVault(hana, '50.0')
  await gina.depositToVault('120.00')
  await advanceOneDayAndPublish(world)
  id = await proposeFreeze(alice, gina, TARGET_REASON)
  otherId = await proposeFreeze(bob, tara, OTHER_REASON)
  const draft = { action: 'freeze', target: acme.address, reason: OTHER_REASON } as const
  withheld = await signProposal(chain, chain.toSigner(dave.address), draft)
})

const proposeFreeze = (by: Person, { address: target }: Person, reason: string) =>
  by.propose({ action: 'freeze', target, reason }, acme)
const signVoteAs = ({ address }: Person, vote: VoteDraft) =>
  signVote(chain, chain.toSigner(address), vote)
const relayVote = (vote: SignedVotes) => acme.submitUntilSealed(castVotes(vote))
const isFrozen = async ({ address }: Person) =>
  ((await chain.runScript(getProtectionStatus({ address }))) as { isFrozen: boolean }).isFrozen

test('members sign, another account relays and pays, and each vote counts once', async () => {
  const votes = await Promise.all(
    [alice, bob].map((member) => signVoteAs(member, { id, support: true })),
  )
  for (const vote of votes) {
    const { txId } = await relayVote(vote)
    expect((await chain.flow.getTransactionRoles(txId)).authorizers).toEqual([acme.address])
  }
  expect(await readProposalFromChain(chain, id)).toMatchObject({
    status: 'active',
    votesFor: 2n,
    votesAgainst: 0n,
  })
})

test('a later vote of the same voter replaces the earlier one', async () => {
  await bob.vote({ id, support: false }, acme)
  expect(await readProposalFromChain(chain, id)).toMatchObject({ votesFor: 1n, votesAgainst: 1n })
  await bob.vote({ id, support: true }, acme)
  expect(await readProposalFromChain(chain, id)).toMatchObject({ votesFor: 2n, votesAgainst: 0n })
})

const WRONG_MESSAGE = 'is not over this message'

test.each<[string, () => Promise<SignedVotes>, string]>([
  [
    'signed for and relayed as against',
    async () => ({ ...(await signVoteAs(carol, { id, support: true })), supports: [false] }),
    WRONG_MESSAGE,
  ],
  [
    'signed for another proposal',
    async () => ({ ...(await signVoteAs(carol, { id: otherId, support: true })), ids: [id] }),
    WRONG_MESSAGE,
  ],
  [
    'signed by carol and relayed as dave’s',
    async () => ({ ...(await signVoteAs(carol, { id, support: true })), voter: dave.address }),
    WRONG_MESSAGE,
  ],
  [
    'relayed with another number than the one that was signed',
    async () => {
      const vote = await signVoteAs(carol, { id, support: true })
      return { ...vote, sequence: BigInt(vote.sequence) + 1n }
    },
    WRONG_MESSAGE,
  ],
  [
    'relayed as valid for longer than was signed',
    async () => {
      const { timeMs } = await chain.flow.getLatestBlock()
      const validUntil = BigInt(Math.floor(timeMs / 60_000) * 60 + 3_600)
      const vote = await signVoteAs(carol, { id, support: true, validUntil })
      return { ...vote, validUntil: validUntil + 60n }
    },
    WRONG_MESSAGE,
  ],
  [
    'signed as valid for more than a day',
    async () => {
      const { validUntil } = await signVoteAs(carol, { id, support: true })
      return signVoteAs(carol, { id, support: true, validUntil: BigInt(validUntil) + 120n })
    },
    'more than 86400 seconds ahead',
  ],
  [
    'signed by a key that is not carol’s',
    () => signVote(chain, createForeignSigner(carol), { id, support: true }),
    WRONG_MESSAGE,
  ],
  [
    'signed with a number that was used before',
    () => signVoteAs(alice, { id, support: false, sequence: 1n }),
    'is not above',
  ],
  [
    'of newbie',
    () => signVoteAs(newbie, { id, support: true }),
    'has no score on record for 7 days',
  ],
  [
    'of the target',
    () => signVoteAs(gina, { id, support: false }),
    'is the target of the proposal',
  ],
])('a vote %s is rejected by the contract', async (_, forge, refusal) => {
  const before = await readProposalFromChain(chain, id)
  await expect(relayVote(await forge())).rejects.toThrow(refusal)
  expect(await readProposalFromChain(chain, id)).toEqual(before)
})

test('a vote that was counted cannot be replayed', async () => {
  const vote = await signVoteAs(carol, { id, support: true })
  await relayVote(vote)
  await expect(relayVote(vote)).rejects.toThrow('is not above')
  expect((await readProposalFromChain(chain, id)).votesFor).toBe(3n)
})

test('three votes are not enough before the day is over', async () => {
  await erin.vote({ id, support: false }, acme)
  await expect(dao.execute(id, [0, 1])).rejects.toThrow(`Proposal ${id} is active, not approved`)
})

test('after a day the agent settles it as approved, and voting is closed', async () => {
  const { height } = await chain.flow.getLatestBlock()
  await clock.advance(DAY_MS)
  await waitFor('the agent to settle the proposal', async () => {
    const changes = await readEventsSince(chain, 'DharmaProposals.StatusChanged', height)
    return changes.some(({ fields }) => fields.id === id && fields.after === 'approved')
  })
  expect(await readProposalFromChain(chain, id)).toMatchObject({
    status: 'approved',
    votesFor: 3n,
    votesAgainst: 1n,
  })
  await expect(dave.vote({ id, support: false }, acme)).rejects.toThrow('ended at')
})

test('a message that was withheld beyond its expiry is rejected', async () => {
  await expect(acme.submitUntilSealed(createProposal(withheld))).rejects.toThrow(
    `The message of ${dave.address} was valid until`,
  )
})

test.each<[string, () => Promise<unknown>, RegExp]>([
  ['one key of the DAO', () => dao.execute(id, [0]), /sufficient signatures \(500 < 1000\)/],
  ['one key of the DAO, twice', () => dao.execute(id, [1, 1]), /duplicated signature for key/],
  [
    'the account with the contracts',
    () =>
      chain.submitUntilSealed({ call: executeProposal({ id }), signers: [chain.service.address] }),
    /is not the account of the DAO/,
  ],
])('%s executes nothing', async (_, execute, refusal) => {
  await expect(execute()).rejects.toThrow(refusal)
  expect((await readProposalFromChain(chain, id)).status).toBe('approved')
  expect(await isFrozen(gina)).toBe(false)
})

test('two keys of the DAO execute it once, and the vault of the target is frozen', async () => {
  await gina.withdrawFromVault('1.0')
  await dao.execute(id, [2, 1])
  expect((await readProposalFromChain(chain, id)).status).toBe('executed')
  expect(await isFrozen(gina)).toBe(true)
  await expect(gina.withdrawFromVault('1.0')).rejects.toThrow(`${gina.address} is frozen`)
  await expect(dao.execute(id, [0, 1])).rejects.toThrow(`Proposal ${id} is executed, not approved`)
})

test('a freeze stops only what opted in', async () => {
  await gina.pay(bob, '1.00')
})

test('the other proposal, without votes, has expired', async () => {
  expect((await readProposalFromChain(chain, otherId)).status).toBe('expired')
  expect(await isFrozen(tara)).toBe(false)
})

test('the freeze ends by itself after seven days', async () => {
  await clock.advance(7 * DAY_MS)
  expect(await isFrozen(gina)).toBe(false)
  const before = await gina.readBalance()
  await gina.withdrawFromVault('10.0')
  expect((await gina.readBalance()) - before).toBe(10_00000000n)
})

function createForeignSigner({ address }: Person) {
  return createSigner({ address, keyIndex: 0, privateKeyHex: randomBytes(32).toString('hex') })
}
