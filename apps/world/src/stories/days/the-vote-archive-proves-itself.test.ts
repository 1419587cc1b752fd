import { randomBytes } from 'node:crypto'
import { getVoteArchive } from '@app/api/routes/governance.ts'
import type { ArchivedProposal, ArchivedVote, VoteArchive } from '@app/api/schemas/vote-archive.ts'
import { castVotes } from '@app/contracts/transactions.generated.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { formatDifference } from '@app/verify/check.ts'
import { findKeyFinding } from '@app/verify/signatures.ts'
import { OFFLINE } from '@app/verify/verified-format.ts'
import { listMessages, parseVoteArchive } from '@app/verify/votes/archive-entries.ts'
import { VOTES } from '@app/verify/votes/verify-votes.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../people/create-person.ts'
import { signVote, type VoteDraft } from '../../people/signed-messages.ts'
import { addFullKey, buildForeignCall, revokeAddedKey } from '../../testing/account-transactions.ts'
import { advanceOneDayAndPublish } from '../../testing/advance-one-day.ts'
import { openOwnWorld, stopSigners } from '../../testing/open-own-world.ts'
import { verifyFile } from '../../testing/run-command.ts'
import { waitFor } from '../../testing/wait-for.ts'

const world = await openOwnWorld()
stopSigners(world)
const { people, chain, api, emulator, dao } = world
const { alice, bob, carol, dave, erin, acme, oscar, trent } = people

const FREEZE_REASON = 'oscar passes on what many pay him, at once; “stop him”, says everybody.'
const OTHER_REASON = 'trent is an exchange; this is only so that there is another proposal.'

const flow = createCachedReader(chain.flow)

let id: bigint
let archive: VoteArchive

const signVoteAs = ({ address }: Person, vote: VoteDraft) =>
  signVote(chain, chain.toSigner(address), vote)

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

async function fetchCompleteArchive(): Promise<VoteArchive> {
  await world.waitUntilIndexed()
  let fetched: VoteArchive | undefined
  await waitFor('all signatures to be looked up', async () => {
    fetched = await api.call(getVoteArchive)
    const votes = fetched.proposals.flatMap((proposal) => proposal.votes)
    return votes.every(({ message }) => message.text !== '')
  })
  return fetched as VoteArchive
}

beforeAll(async () => {
  await advanceOneDayAndPublish(world)
  const draft = { action: 'freeze', target: oscar.address, reason: FREEZE_REASON } as const
  id = await alice.propose(draft, acme)
  await bob.propose({ ...draft, target: trent.address, reason: OTHER_REASON }, acme)
  await alice.vote({ id, support: false }, acme)
  await chain.submitUntilSealed({
    call: castVotes(await signVoteAs(bob, { id, support: true })),
    signers: [erin.address],
  })
  await chain.submitUntilSealed({
    call: buildForeignCall(await signVoteAs(carol, { id, support: true })),
    signers: [dave.address],
  })
  await alice.vote({ id, support: true }, acme)
  await voteWithPassingKey(dave)
  archive = await fetchCompleteArchive()
})

const getOwn = ({ proposals }: VoteArchive): ArchivedProposal => {
  const own = proposals.find((proposal) => proposal.id === Number(id))
  if (own === undefined) throw new Error(`The archive has no proposal ${id}`)
  return own
}

const run = (file: VoteArchive, ...options: string[]) => verifyFile('votes', file, ...options)

const runOnline = (file: VoteArchive) => run(file, '--node', emulator.rest)

/** Runs all checks in this process, by default against the chain. */
async function findDifference(
  file: VoteArchive,
  node: FlowReader | null = flow,
): Promise<string | null> {
  const ignore = () => {}
  const silent = { checking: ignore, proven: ignore, undecided: ignore, noted: ignore }
  const difference = await VOTES.verify(file, { ...OFFLINE, flow: node }, silent)
  return difference && formatDifference(difference)
}

/** Checks only the keys of the messages. */
const findKeys = (file: VoteArchive, node: FlowReader) =>
  findKeyFinding(
    listMessages(file).map((one) => ({ ...one, height: one.receipt.height })),
    node,
  )

function forge(change: (own: ArchivedProposal, file: VoteArchive) => void): VoteArchive {
  const copy = structuredClone(archive)
  change(getOwn(copy), copy)
  return copy
}

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
  const online = await runOnline(archive)
  expect(online.output).not.toContain('WRONG')
  expect(online.code).toBe(0)
  expect(online.output).toMatch(
    /\d+ proposals, \d+ votes: everything (that was checked )?agrees\.\n$/,
  )
  expect(online.output.match(/ {2}proven /g)?.length).toBeGreaterThanOrEqual(5)
  const offline = await run(archive, '--offline')
  expect(offline.code).toBe(3)
  expect(offline.output).toContain('whether a proposal or a vote was left out')
})

describe('a lying archive is found', () => {
  test('that turns a vote around', async () => {
    const file = forge((own) => {
      for (const vote of own.votes.slice(1, 2)) vote.support = false
    })
    const { code, output } = await run(file, '--offline')
    expect(code).toBe(1)
    expect(output).toMatch(
      /WRONG {6}proposals\[\d+\]\.votes\[1\]\.message\.text should be .*Choice: against/,
    )
    expect(output).toMatch(/Not verified\.\n$/)
  })

  test('that leaves a vote out', async () => {
    const file = forge((own) => {
      own.votes.splice(1, 1)
      own.votesFor -= 1
    })
    expect((await run(file, '--offline')).code).toBe(3)
    const { code, output } = await runOnline(file)
    expect(code).toBe(1)
    expect(output).toMatch(/proposals\[\d+\]\.votesFor should be 3, but is 2/)
  })

  test('that leaves the last proposal out', async () => {
    const file = forge((_, { proposals }) => proposals.pop())
    expect((await run(file, '--offline')).code).toBe(3)
    const { code, output } = await run(file, '--node', emulator.rest, '--full')
    expect(code).toBe(1)
    expect(output).toMatch(/WRONG {6}proposals\[\d+\] should be \{"id":/)
  })

  test('that leaves a proposal out in between', async () => {
    const last = archive.proposals.length - 1
    const file = forge((_, { proposals }) => proposals.splice(last - 1, 1))
    expect((await run(file, '--offline')).output).toContain('].id should be ')
  })

  test('that names the node of another network', async () => {
    const { code, errors, output } = await runOnline({ ...archive, network: 'testnet' })
    expect(code).not.toBe(0)
    expect(errors + output).toContain('testnet')
  })
})

describe('a key that was revoked after the vote', () => {
  const getPassingVote = (own: ArchivedProposal) => own.votes.slice(-1)

  test('is named when the node no longer has the state of that block', async () => {
    expect(getPassingVote(getOwn(archive))[0]?.message.signatures[0]?.keyIndex).toBe(1)
    const getAccount: FlowReader['getAccount'] = async (address, height) =>
      height === undefined ? await flow.getAccount(address) : null
    const finding = await findKeys(archive, { ...flow, getAccount })
    expect(finding).toMatchObject({
      because: expect.stringContaining(`Revoked by now: key 1 of ${dave.address}.`),
    })
  })

  test('does not sign a later one', async () => {
    const { height } = await flow.getLatestBlock()
    const file = forge((own) => {
      for (const { receipt } of getPassingVote(own)) receipt.height = height
    })
    expect(await findKeys(file, flow)).toMatchObject({
      expected: `a key of ${dave.address} that was not revoked at block ${height}`,
    })
  })
})

test('a changed character of what only the chain knows is found', {
  timeout: 240_000,
}, async () => {
  const original = JSON.stringify(getOwn(archive).votes[2])
  const results: [string, boolean][] = []
  for (const at of [...original].keys()) {
    if (isInsideHash(original, at)) continue
    const changed = parseVote(
      original.slice(0, at) + replaceCharacter(original[at] ?? '') + original.slice(at + 1),
    )
    if (changed === null || JSON.stringify(changed) === original) continue
    const file = forge((own) => own.votes.splice(2, 1, changed))
    if ((await findDifference(file, null)) !== null) continue
    results.push([original.slice(at - 30, at + 1), (await findDifference(file)) !== null])
  }
  expect(results.filter(([, isFound]) => !isFound)).toEqual([])
  expect(results.length).toBeGreaterThan(20)
})

/** Of a long run of digits only every eighth is changed: each takes the node a moment. */
const isInsideHash = (json: string, at: number): boolean =>
  /[0-9a-f]{6}$/.test(json.slice(0, at)) && at % 8 !== 0

/** Another character of the same kind. */
function replaceCharacter(character: string): string {
  if (/[0-8a-e]/.test(character)) return String.fromCharCode(character.charCodeAt(0) + 1)
  return character === '9' ? '8' : 'f'
}

/** Parses a vote; `null` when the format refuses it. */
function parseVote(json: string): ArchivedVote | null {
  try {
    const vote: ArchivedVote = JSON.parse(json)
    const file = forge((own) => own.votes.push(vote))
    parseVoteArchive('the file', file)
    return vote
  } catch {
    return null
  }
}

test('after its execution the archive proves that too', async () => {
  await advanceOneDayAndPublish(world)
  await dao.execute(id, [0, 1])
  archive = await fetchCompleteArchive()
  expect(getOwn(archive)).toMatchObject({ status: 'executed' })
  expect(await findDifference(archive)).toBeNull()
  const hidden = forge((own) => {
    own.status = 'approved'
    own.execution = null
  })
  const { output } = await run(hidden, '--node', emulator.rest, '--full')
  expect(output).toContain('.execution should be {"txId":')
  const early = forge((own) => {
    if (own.execution !== null) own.execution.at = own.votingEndsAt - 1
  })
  expect(await findDifference(early)).toContain('while it could be executed')
})

/** Creates a reader that reads each event, account and block once: what has happened does not change. */
function createCachedReader(flow: FlowReader): FlowReader {
  return {
    ...flow,
    getEvents: readOnce(flow.getEvents),
    getAccount: readOnce(flow.getAccount),
    getBlockAtHeight: readOnce(flow.getBlockAtHeight),
  }
}

function readOnce<A extends unknown[], T>(read: (...args: A) => Promise<T>) {
  const answers = new Map<string, Promise<T>>()
  return (...args: A): Promise<T> => {
    const key = args.join(' ')
    const answer = answers.get(key) ?? read(...args)
    answers.set(key, answer)
    return answer
  }
}
