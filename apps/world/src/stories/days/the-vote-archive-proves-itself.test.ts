import { randomBytes } from 'node:crypto'
import { getVoteArchive } from '@app/api/routes/governance.ts'
import type { ArchivedProposal, VoteArchive } from '@app/api/schemas/vote-archive.ts'
import { castVotes } from '@app/contracts/calls.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { findKeyFinding } from '@app/verify/signatures.ts'
import { listMessages } from '@app/verify/votes/rebuild-archive.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../people/create-person.ts'
import { signVote } from '../../people/signed-messages.ts'
import { addFullKey, buildForeignCall, revokeAddedKey } from '../../testing/account-transactions.ts'
import { DAY_MS } from '../../testing/decide.ts'
import { openStoryWorld } from '../../testing/open-story-world.ts'
import { verifyFile } from '../../testing/run-command.ts'

const world = await openStoryWorld()
const { people, chain, api, advance, settle, emulator } = world
const { alice, bob, carol, dave, erin, acme, oscar } = people

const REASON = 'oscar passes on what many pay him, at once; “stop him”, says everybody.'

let id: bigint
let archive: VoteArchive

const signAs = ({ address }: Person, support: boolean) =>
  signVote(chain, chain.toSigner(address), { id, support })

/** Votes with a second key of the account, which is revoked afterwards. */
async function voteWithPassingKey(member: Person): Promise<void> {
  const { address } = member
  const privateKeyHex = randomBytes(32).toString('hex')
  const passing = createSigner({ address, keyIndex: 1, privateKeyHex })
  await member.submitUntilSealed(addFullKey(passing.publicKeyHex))
  const vote = await signVote(chain, passing, { id, support: false })
  await acme.submitUntilSealed(castVotes(vote))
  await member.submitUntilSealed(revokeAddedKey())
}

beforeAll(async () => {
  id = await alice.propose({ action: 'freeze', target: oscar.address, reason: REASON }, acme)
  await alice.vote({ id, support: false }, acme)
  await erin.submitUntilSealed(castVotes(await signAs(bob, true)))
  await dave.submitUntilSealed(buildForeignCall(await signAs(carol, true)))
  await alice.vote({ id, support: true }, acme)
  await voteWithPassingKey(dave)
  await settle()
  archive = await api.call(getVoteArchive)
})

const getOwn = ({ proposals }: VoteArchive): ArchivedProposal => {
  const own = proposals.find((proposal) => proposal.id === Number(id))
  if (own === undefined) throw new Error(`The archive has no proposal ${id}`)
  return own
}

function forge(change: (own: ArchivedProposal, file: VoteArchive) => void): VoteArchive {
  const copy = structuredClone(archive)
  change(getOwn(copy), copy)
  return copy
}

const verify = (file: VoteArchive, ...options: string[]) =>
  verifyFile('votes', file, ...(options.length === 0 ? ['--node', emulator.rest] : options))

test('the archive has every vote with its signatures, whoever sent it and in whatever form', () => {
  const own = getOwn(archive)
  expect(own).toMatchObject({ votesFor: 3, votesAgainst: 1, status: 'active', execution: null })
  expect(own.votes.map(({ voter, isCounted }) => [voter, isCounted])).toEqual([
    [alice.address, false],
    [bob.address, true],
    [carol.address, true],
    [alice.address, true],
    [dave.address, true],
  ])
  for (const { message } of own.votes) {
    expect(message.problem).toBeUndefined()
    expect(message.signatures).toHaveLength(1)
  }
})

test('the command agrees with it, against the chain and with the file alone', async () => {
  const online = await verify(archive)
  expect(online.output).not.toContain('WRONG')
  expect(online.code).toBe(0)
  const offline = await verify(archive, '--offline')
  expect(offline.code).toBe(3)
  expect(offline.output).toContain('whether a proposal, a vote or an execution was left out')
})

test('an archive that leaves a vote out is found by the chain', async () => {
  const file = forge((own) => {
    own.votes.splice(1, 1)
    own.votesFor -= 1
  })
  const { code, output } = await verify(file)
  expect(output).toMatch(/proposals\[\d+\]\.votesFor should be 3, but is 2/)
  expect(code).toBe(1)
})

test('an archive that leaves the last proposal out is found by rebuilding it', async () => {
  const file = forge((_, { proposals }) => void proposals.pop())
  const { code, output } = await verify(file, '--node', emulator.rest, '--full')
  expect(output).toMatch(/WRONG {6}proposals\[\d+\] should be \{"id":/)
  expect(code).toBe(1)
})

describe('a key that was revoked after the vote', () => {
  const { flow } = chain
  const findKeys = (file: VoteArchive, node: FlowReader) =>
    findKeyFinding(
      listMessages(file).map((one) => ({ ...one, height: one.receipt.height })),
      node,
    )

  test('is named when the node no longer has the state of that block', async () => {
    const getAccount: typeof flow.getAccount = async (address, height) =>
      height === undefined ? await flow.getAccount(address) : null
    expect(await findKeys(archive, { ...flow, getAccount })).toMatchObject({
      because: expect.stringContaining(`Revoked by now: key 1 of ${dave.address}.`),
    })
  })

  test('does not sign a later one', async () => {
    const { height } = await flow.getLatestBlock()
    const file = forge((own) => {
      for (const { receipt } of own.votes.slice(-1)) receipt.height = height
    })
    expect(await findKeys(file, flow)).toMatchObject({
      expected: `a key of ${dave.address} that was not revoked at block ${height}`,
    })
  })
})

test('after its execution the archive proves that too', async () => {
  await advance(DAY_MS)
  archive = await api.call(getVoteArchive)
  expect(getOwn(archive)).toMatchObject({ status: 'executed' })
  expect((await verify(archive)).code).toBe(0)
  const hidden = forge((own) => Object.assign(own, { status: 'approved', execution: null }))
  const { code, output } = await verify(hidden, '--node', emulator.rest, '--full')
  expect(output).toMatch(/proposals\[\d+\]\.status should be "executed", but is "approved"/)
  expect(code).toBe(1)
})
