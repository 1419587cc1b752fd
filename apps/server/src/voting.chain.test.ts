import { createHash } from 'node:crypto'
import type { Message, MessageContent } from '@app/api/schemas/message.ts'
import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { getProposal, getVote } from '@app/contracts/scripts.generated.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type GovernanceChain, openGovernanceChain } from './agent/testing/open-governance-chain.ts'
import type { Server } from './server.ts'
import { createTestDatabase, type TestDatabase } from './testing/create-test-database.ts'
import {
  buildMessageText,
  type IndependentWallet,
  openIndependentWallet,
} from './testing/independent-wallet.ts'
import { startCompleteServer } from './testing/start-complete-server.ts'

/** Long timeout: a complete server and a local chain, possibly on a busy machine. */
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 })

const HOUR = 3_600
const DAY = 24 * HOUR
const WEB = 'http://localhost:3000'
const REASON = 'Swept the wallets of at least six members in one night'

let chain: GovernanceChain
let database: TestDatabase
let server: Server
let members: IndependentWallet[]
let newcomer: IndependentWallet
let target: IndependentWallet

beforeAll(async () => {
  ;[chain, database] = await Promise.all([openGovernanceChain(), createTestDatabase()])
  members = [
    await openIndependentWallet(chain),
    await openIndependentWallet(chain, { curve: 'P-256', hash: 'SHA2-256' }),
    await openIndependentWallet(chain, { curve: 'secp256k1', hash: 'SHA2-256' }),
    await openIndependentWallet(chain, { curve: 'secp256k1', hash: 'SHA3-256' }),
  ]
  newcomer = await openIndependentWallet(chain)
  target = await openIndependentWallet(chain)
  const addresses = members.map(({ address }) => address)
  await chain.publishGoodScores(addresses)
  await chain.advanceTime(7 * DAY + 60)
  await chain.publishGoodScores(addresses)
  server = await startWorld()
})

afterAll(async () => {
  await server.stop()
  await database.drop()
  await chain.emulator.stop()
})

async function startWorld(): Promise<Server> {
  const started = await startCompleteServer({
    accessNodeUrl: chain.emulator.accessNodeUrl,
    databaseUrl: database.url,
    agent: chain.agent,
  })
  await started.drain()
  return started
}

interface Answer {
  status: number
  code?: string
  message?: string
  data?: Record<string, unknown>
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: WEB, ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, ...((await response.json()) as object) } as Answer
}

async function askForMessage(signer: IndependentWallet, content: MessageContent): Promise<Message> {
  const { data } = await post('/v1/messages', { address: signer.address, content })
  return data as Message
}

const toWallet = (signer: IndependentWallet, { text, sequence, validUntil }: Message) => ({
  address: signer.address,
  sequence,
  validUntil,
  signatures: [signer.sign(text)],
})

const hashReason = (reason: string) => createHash('sha256').update(reason).digest('hex')

async function propose(proposer: IndependentWallet, targetAddress = target.address) {
  const reasonHash = hashReason(REASON)
  const content = { kind: 'proposal', action: 'freeze', targetAddress, reasonHash } as const
  const message = await askForMessage(proposer, content)
  const wallet = toWallet(proposer, message)
  const body = { targetAddress, action: 'freeze', reason: REASON, wallet }
  return { message, body, answer: await post('/v1/governance/proposals', body) }
}

async function signVote(voter: IndependentWallet, proposalId: number, support = true) {
  const message = await askForMessage(voter, { kind: 'vote', votes: [{ proposalId, support }] })
  return { message, body: { support, wallet: toWallet(voter, message) } }
}

const vote = (id: number, body: unknown, headers = {}) =>
  post(`/v1/governance/proposals/${id}/vote`, body, headers)

const runScript = ({ cadence, args }: CadenceCall) =>
  chain.reader.executeScript(resolveImports(cadence, 'local'), args)

describe('a proposal', () => {
  it('is opened on the chain by a wallet that only read the documentation', async () => {
    const [alice] = members as [IndependentWallet]
    const { answer, message } = await propose(alice)
    expect(answer).toMatchObject({
      status: 200,
      data: { action: 'freeze', status: 'pending', proposer: alice.address, reason: REASON },
    })
    const text = buildMessageText(alice.address, {
      subject: 'proposal',
      lines: [
        'Action: freeze',
        `Target: ${target.address}`,
        `Reason SHA-256: ${hashReason(REASON)}`,
      ],
      role: 'Proposer',
      sequence: 1,
      validUntil: message.validUntil,
    })
    expect(message.text).toBe(text)
    expect(await runScript(getProposal({ id: Number(answer.data?.id) }))).toMatchObject({
      proposer: alice.address,
    })
  })

  it('that is open already is refused with the contract’s sentence', async () => {
    const [, bob] = members as [IndependentWallet, IndependentWallet]
    const { answer } = await propose(bob)
    expect(answer).toMatchObject({
      status: 502,
      code: 'transaction_failed',
      message: `Proposal 1 to freeze ${target.address} is open already.`,
    })
  })
})

describe('a vote', () => {
  it.each([0, 1, 2, 3])('of member %i is counted once, whatever the key', async (index) => {
    const voter = members[index]!
    const { body, message } = await signVote(voter, 1, index !== 3)
    const lines = ['Proposal: 1', 'Action: freeze', `Target: ${target.address}`]
    const text = buildMessageText(voter.address, {
      subject: 'vote',
      lines: [...lines, `Choice: ${index === 3 ? 'against' : 'for'}`],
      role: 'Voter',
      sequence: 1,
      validUntil: message.validUntil,
    })
    expect(message.text).toBe(text)
    const answer = await vote(1, body)
    expect(answer).toMatchObject({ status: 200, data: { id: 1, status: 'active' } })
    expect(await runScript(getVote({ id: 1, voter: voter.address }))).toMatchObject({
      support: index !== 3,
    })
    const again = await vote(1, body)
    expect(again.data?.txId).toBe(answer.data?.txId)
  })

  it('of two proposals in one message is counted for both', async () => {
    const [alice] = members as [IndependentWallet]
    const { answer } = await propose(members[1]!, members[3]!.address)
    const votes = [
      { proposalId: Number(answer.data?.id), support: true },
      { proposalId: 1, support: true },
    ]
    const message = await askForMessage(alice, { kind: 'vote', votes })
    const body = { votes, wallet: toWallet(alice, message) }
    const cast = await post('/v1/governance/votes', body)
    expect(cast).toMatchObject({ status: 200, data: [{ votesFor: 1 }, { votesFor: 3 }] })
    // The facts about its voters may be read between the two answers.
    const counted = { status: 200, data: [{ votesFor: 1 }, { votesFor: 3 }] }
    expect(await post('/v1/governance/votes', body)).toMatchObject(counted)
    const twice = { ...body, votes: [votes[1], votes[1]] }
    expect(await post('/v1/governance/votes', twice)).toMatchObject({ code: 'invalid_request' })
  })

  it('was counted as the API says', async () => {
    expect(await runScript(getProposal({ id: 1 }))).toMatchObject({
      votesFor: 3n,
      votesAgainst: 1n,
    })
  })

  it('with an Idempotency-Key is answered with the first result, also while that is awaited', async () => {
    const [alice] = members as [IndependentWallet]
    const { body } = await signVote(alice, 1, false)
    const headers = { 'idempotency-key': 'first' }
    const answers = await Promise.all([vote(1, body, headers), vote(1, body, headers)])
    expect(answers[0]).toMatchObject({ status: 200 })
    expect(answers[1]).toEqual(answers[0])
    expect(await vote(1, body, headers)).toEqual(answers[0])
    const other = await vote(1, { ...body, support: true }, headers)
    expect(other).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  })

  it('survives a restart between queueing and answering', async () => {
    const [, bob] = members as [IndependentWallet, IndependentWallet]
    const { body } = await signVote(bob, 1, false)
    await chain.setMode('manual')
    const asking = vote(1, body).catch(() => null)
    await expect
      .poll(async () => (await fetch(`${server.url}/v1/actions?limit=1`)).text())
      .toMatch(/relay_vote.*"(queued|sent)"/)
    await server.stop()
    await asking
    await chain.setMode('auto')
    await chain.commitBlocks(1)
    server = await startWorld()
    expect(await vote(1, body)).toMatchObject({ status: 200, data: { votesAgainst: 3 } })
  })

  it('of a wallet without a published score has it published, and then says from when it may vote', async () => {
    const { body } = await signVote(newcomer, 1)
    const answer = await vote(1, body)
    expect(answer).toMatchObject({ status: 403, code: 'not_eligible' })
    expect(await chain.publications(newcomer.address)).toHaveLength(1)
    const again = await vote(1, body)
    expect(again).toMatchObject({ status: 403, code: 'not_eligible' })
    expect(await chain.publications(newcomer.address)).toHaveLength(1)
  })

  it('of the target is refused in the contract’s words', async () => {
    const { body } = await signVote(target, 1, false)
    expect(await vote(1, body)).toMatchObject({
      status: 403,
      message: `${target.address} is the target of the proposal, or the recovery address.`,
    })
  })

  it('with a key of half the weight, or revoked, is refused', async () => {
    const { body } = await signVote(members[2]!, 1)
    const forged = { ...body.wallet, signatures: [{ keyId: 1, signature: '5a'.repeat(64) }] }
    expect(await vote(1, { support: true, wallet: forged })).toMatchObject({
      status: 403,
      code: 'signature_refused',
    })
  })
})

describe('a flag and a vouch', () => {
  it('are relayed, and weigh as much as their author’s score', async () => {
    const [alice] = members as [IndependentWallet]
    const reasonHash = hashReason(REASON)
    const targetAddress = target.address
    const report = await askForMessage(alice, { kind: 'report', targetAddress, reasonHash })
    const body = { targetAddress, reason: REASON, wallet: toWallet(alice, report) }
    expect(await post('/v1/actions/flag-wallet', body)).toMatchObject({
      status: 200,
      data: { targetAddress, weight: 1, txId: expect.any(String) },
    })
    for (const [kind, path] of [
      ['report withdrawal', 'withdraw-flag'],
      ['vouch', 'vouch'],
      ['vouch withdrawal', 'withdraw-vouch'],
    ] as const) {
      const message = await askForMessage(alice, { kind, targetAddress })
      const wallet = toWallet(alice, message)
      const answer = await post(`/v1/actions/${path}`, { targetAddress, wallet })
      expect(answer).toMatchObject({ status: 200, data: { targetAddress } })
    }
  })
})

it('a vote whose record gets too old before its block is checked again, and its record published again', async () => {
  const [, , voter, proposer] = members as [unknown, unknown, IndependentWallet, IndependentWallet]
  await chain.publishGoodScores([voter.address, proposer.address])
  await chain.advanceTime(20 * HOUR)
  await server.drain()
  const { answer } = await propose(proposer, newcomer.address)
  expect(answer).toMatchObject({ status: 200 })
  const id = Number(answer.data?.id)
  const { body } = await signVote(voter, id)
  await chain.moveClock(4 * HOUR + 60)
  // The record of this test is newer than what the wallet did, so that no other can follow it: only a second
  // check, after the vote failed on the chain, asks for one.
  expect(await vote(id, body)).toMatchObject({
    code: 'transaction_not_sent',
    message: expect.stringContaining('is outdated, and could not be published again yet'),
  })
})

it('a recovery without a guarded vault is refused before it is signed', async () => {
  const content = { kind: 'proposal', action: 'recover', targetAddress: target.address }
  const reasonHash = hashReason(REASON)
  const body = { address: members[0]?.address, content: { ...content, reasonHash } }
  expect(await post('/v1/messages', body)).toMatchObject({
    status: 409,
    code: 'proposal_refused',
    message: `${target.address} has no guarded vault to recover.`,
  })
})
