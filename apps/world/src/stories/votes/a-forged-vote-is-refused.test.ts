import { randomBytes } from 'node:crypto'
import { castVote as castVoteRoute, getProposal } from '@app/api/routes/governance.ts'
import { castVotes } from '@app/contracts/calls.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import { beforeAll, expect, test } from 'vitest'
import { toWallet } from '../../people/signed-calls.ts'
import { type SignedVotes, signVote } from '../../people/signed-messages.ts'
import { advanceOneDayAndPublish } from '../../testing/advance-one-day.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { createDecisions } from '../../testing/decide.ts'
import { expectMirrorEqualsChain } from '../../testing/expect-mirror-equals-chain.ts'

const world = connectToWorld()
const decisions = createDecisions(world)
const { people, chain, api } = world
const { alice, bob, carol, dave, erin, acme, cache, stash } = people

const REASON = 'Takes what was stolen from others, and gives nothing back.'

let id: number
let otherId: number

beforeAll(async () => {
  await advanceOneDayAndPublish(world)
  id = await decisions.propose({ by: alice, action: 'freeze', target: cache, reason: REASON })
  otherId = await decisions.propose({ by: alice, action: 'freeze', target: stash, reason: REASON })
})

const sign = ({ address }: { address: typeof carol.address }, on: number, support = true) =>
  signVote(chain, chain.toSigner(address), { id: BigInt(on), support })

const FORGERIES: readonly [string, () => Promise<SignedVotes>][] = [
  [
    'signed with a key that is not the voter’s',
    () => {
      const privateKeyHex = randomBytes(32).toString('hex')
      const forger = createSigner({ address: carol.address, keyIndex: 0, privateKeyHex })
      return signVote(chain, forger, { id: BigInt(id), support: true })
    },
  ],
  [
    'signed as against and sent as for',
    async () => ({ ...(await sign(carol, id, false)), supports: [true] }),
  ],
  [
    'signed for another proposal',
    async () => ({ ...(await sign(carol, otherId)), ids: [BigInt(id)] }),
  ],
  [
    'signed by dave and sent as carol’s',
    async () => {
      const { sequence } = await sign(carol, id)
      const draft = { id: BigInt(id), support: true, sequence: BigInt(sequence) }
      const vote = await signVote(chain, chain.toSigner(dave.address), draft)
      return { ...vote, voter: carol.address }
    },
  ],
  [
    'with one bit of the signature changed',
    async () => {
      const vote = await sign(carol, id)
      const [signature = ''] = vote.signatures
      const last = (Number.parseInt(signature.slice(-1), 16) ^ 1).toString(16)
      return { ...vote, signatures: [signature.slice(0, -1) + last] }
    },
  ],
]

test.each(FORGERIES)('a vote %s is refused by the API', async (_, forge) => {
  const vote = await forge()
  const body = { support: vote.supports[0] === true, wallet: toWallet(carol.address, vote) }
  const call = api.call(castVoteRoute, { params: { id: String(id) }, body })
  await expect(call).rejects.toMatchObject({ status: 403, code: 'signature_refused' })
})

test.each(FORGERIES)('a vote %s is refused by the chain, whoever relays it', async (_, forge) => {
  const call = castVotes(await forge())
  await expect(acme.submitUntilSealed(call)).rejects.toThrow('is not over this message')
})

test('a vote that was counted is not counted twice', async () => {
  const vote = await sign(erin, id)
  const body = { support: true, wallet: toWallet(erin.address, vote) }
  const send = () => api.call(castVoteRoute, { params: { id: String(id) }, body })
  const [first, second] = [await send(), await send()]
  expect(second.txId).toBe(first.txId)
  await expect(acme.submitUntilSealed(castVotes(vote))).rejects.toThrow('is not above')
  expect(second).toMatchObject({ votesFor: 1, votesAgainst: 0 })
})

test('nobody’s vote but the real one is there, and honest people go on voting', async () => {
  await decisions.vote(id, { for: [bob], against: [carol] })
  await world.waitUntilIndexed()
  const { votes } = await api.call(getProposal, { params: { id: String(id) } })
  const counted = votes.map(({ voter, support }) => [voter, support])
  const expected = [
    [erin.address, true],
    [bob.address, true],
    [carol.address, false],
  ]
  expect(counted.sort()).toEqual(expected.sort())
  await expectMirrorEqualsChain(world)
})
