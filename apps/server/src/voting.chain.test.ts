import { createHash } from 'node:crypto'
import type { Message, MessageContent } from '@app/api/schemas/message.ts'
import type { NeededVote } from '@app/api/schemas/proposal.ts'
import {
  getIneligibilityReason,
  getProposal,
  getProposalLimits,
  getVote,
} from '@app/contracts/calls.ts'
import { type CadenceCall, resolveImports } from '@app/contracts/resolve-imports.ts'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GovernanceChain, openGovernanceChain } from './agent/testing/open-governance-chain.ts'
import type { Server } from './server.ts'
import { createTestDatabase, type TestDatabase } from './testing/create-test-database.ts'
import {
  buildDocumentedText,
  type IndependentWallet,
  type MessageText,
  openIndependentWallet,
} from './testing/independent-wallet.ts'
import { startCompleteServer } from './testing/start-complete-server.ts'

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

async function post(path: string, body: unknown) {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: WEB },
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

/** Signs without asking for the text: an offer refuses what the contract would. */
function signAlone(
  signer: IndependentWallet,
  { sequence = 1, ...rest }: Omit<MessageText, 'validUntil' | 'sequence'> & { sequence?: number },
  validUntil: number,
) {
  const text = buildDocumentedText(signer.address, { ...rest, sequence, validUntil })
  return { address: signer.address, sequence, validUntil, signatures: [signer.sign(text)] }
}

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

const vote = (id: number, body: unknown) => post(`/v1/governance/proposals/${id}/vote`, body)

const runScript = ({ cadence, args }: CadenceCall) =>
  chain.reader.executeScript(resolveImports(cadence, 'local'), args)

async function loadNeededVotes({ address }: IndependentWallet): Promise<NeededVote[]> {
  const response = await fetch(`${server.url}/v1/governance/needed-votes?address=${address}`)
  return ((await response.json()) as { data: NeededVote[] }).data
}

/** Asks for the text of a vote and casts it: both must go as the contract and the needed vote say. */
async function compareWithContract(
  person: IndependentWallet,
  { id, mayVote, reason }: NeededVote,
  validUntil: number,
): Promise<void> {
  const { address: voter } = person
  expect((await runScript(getIneligibilityReason({ id, voter }))) === null).toBe(mayVote)
  const content = { kind: 'vote', votes: [{ proposalId: id, support: true }] }
  const offer = await post('/v1/messages', { address: voter, content })
  if (mayVote) {
    const wallet = toWallet(person, offer.data as unknown as Message)
    expect(await vote(id, { support: true, wallet })).toMatchObject({ status: 200 })
    return
  }
  const refusal = { status: 403, code: 'not_eligible', message: reason }
  expect(offer).toMatchObject(refusal)
  const { target: subject } = (await runScript(getProposal({ id }))) as { target: string }
  const lines = [`Proposal: ${id}`, 'Action: freeze', `Target: ${subject}`, 'Choice: for']
  const text = { subject: 'vote', lines, role: 'Voter', sequence: 100 }
  const wallet = signAlone(person, text, validUntil)
  expect(await vote(id, { support: true, wallet })).toMatchObject(refusal)
}

describe('a proposal', () => {
  it('is opened on the chain by a wallet that only read the documentation', async () => {
    const [alice] = members as [IndependentWallet]
    const { answer, message } = await propose(alice)
    expect(answer).toMatchObject({
      status: 200,
      data: { action: 'freeze', status: 'pending', proposer: alice.address, reason: REASON },
    })
    const text = buildDocumentedText(alice.address, {
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

  it('that is open already is refused with its number, before it is signed and when it is sent', async () => {
    const [alice, bob] = members as [IndependentWallet, IndependentWallet]
    const reasonHash = hashReason(REASON)
    const content = {
      kind: 'proposal',
      action: 'freeze',
      targetAddress: target.address,
      reasonHash,
    }
    const refusal = {
      status: 409,
      code: 'already_open',
      message: `Proposal 1 to freeze ${target.address} is open already. Vote on it instead.`,
      details: { proposalId: 1 },
    }
    expect(await post('/v1/messages', { address: bob.address, content })).toMatchObject(refusal)
    const again = { action: 'freeze', target: target.address }
    const [own, ofTarget] = await Promise.all([
      runScript(getProposalLimits({ ...again, proposer: alice.address })),
      runScript(getProposalLimits({ ...again, proposer: target.address })),
    ])
    expect(own).toMatchObject({ openOnTopic: 1n, open: 1n, maxOpen: 3n, maxShared: null })
    expect(ofTarget).toMatchObject({ open: 0n, maxOpen: 3n, maxShared: 60n })
    const other = await askForMessage(alice, { kind: 'vouch', targetAddress: bob.address })
    const lines = ['Action: freeze', `Target: ${target.address}`, `Reason SHA-256: ${reasonHash}`]
    const wallet = signAlone(
      bob,
      { subject: 'proposal', lines, role: 'Proposer' },
      other.validUntil,
    )
    const body = { targetAddress: target.address, action: 'freeze', reason: REASON, wallet }
    expect(await post('/v1/governance/proposals', body)).toMatchObject(refusal)
  })

  it('that another one precedes in its block is refused with the number of that, and is no failure', async () => {
    const { address: targetAddress } = members[3]!
    const reasonHash = hashReason(REASON)
    const content = { kind: 'proposal', action: 'freeze', targetAddress, reasonHash } as const
    const bodies = []
    for (const proposer of [members[1]!, members[2]!]) {
      const wallet = toWallet(proposer, await askForMessage(proposer, content))
      bodies.push({ targetAddress, action: 'freeze', reason: REASON, wallet })
    }
    await chain.setMode('manual')
    const asking = bodies.map((body) => post('/v1/governance/proposals', body))
    await expect
      .poll(async () => (await fetch(`${server.url}/v1/actions?limit=2`)).text())
      .toMatch(/relay_proposal.*"sent".*relay_proposal.*"sent"/)
    await chain.setMode('auto')
    await chain.commitBlocks(1)
    const answers = (await Promise.all(asking)).sort((a, b) => a.status - b.status)
    expect(answers[0]).toMatchObject({ status: 200, data: { targetAddress } })
    expect(answers[1]).toMatchObject({
      status: 409,
      code: 'already_open',
      message: `Proposal 2 to freeze ${targetAddress} is open already. Vote on it instead.`,
      details: { proposalId: 2 },
    })
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toMatch(/^dharma_outbox_failures 0$/m)
    const response = await fetch(`${server.url}/ready`)
    const { data } = (await response.json()) as { data: { degraded: unknown[] } }
    expect(data.degraded).toEqual([])
  })
})

describe('a vote', () => {
  it.each([0, 1, 2, 3])('of member %i is counted once, whatever the key', async (index) => {
    const voter = members[index]!
    const { body, message } = await signVote(voter, 1, index !== 3)
    const lines = ['Proposal: 1', 'Action: freeze', `Target: ${target.address}`]
    const text = buildDocumentedText(voter.address, {
      subject: 'vote',
      lines: [...lines, `Choice: ${index === 3 ? 'against' : 'for'}`],
      role: 'Voter',
      sequence: 1,
      validUntil: message.validUntil,
    })
    expect(message.text).toBe(text)
    const [answer, same] = await Promise.all([vote(1, body), vote(1, body)])
    expect(answer).toMatchObject({ status: 200, data: { id: 1, status: 'active' } })
    expect(same.data?.txId).toBe(answer.data?.txId)
    expect(await runScript(getVote({ id: 1, voter: voter.address }))).toMatchObject({
      support: index !== 3,
    })
    const again = await vote(1, body)
    expect(again.data?.txId).toBe(answer.data?.txId)
  })

  it('of two proposals in one message is counted for both', async () => {
    const [alice] = members as [IndependentWallet]
    const votes = [
      { proposalId: 2, support: true },
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
    expect(await vote(1, body)).toMatchObject({ status: 200, data: { votesAgainst: 2 } })
  })

  it('is possible for exactly those of whom the needed votes say so, and nobody is published in vain', async () => {
    const vouch = { kind: 'vouch', targetAddress: newcomer.address } as const
    const { validUntil } = await askForMessage(members[0]!, vouch)
    for (const person of [...members, newcomer, target]) {
      const published = await chain.publications(person.address)
      const needed = await loadNeededVotes(person)
      expect(needed.map(({ id }) => id)).toEqual([1, 2])
      for (const one of needed) await compareWithContract(person, one, validUntil)
      expect(await chain.publications(person.address)).toEqual(published)
    }
    const mayVote = async (person: IndependentWallet) =>
      (await loadNeededVotes(person)).map((one) => [one.mayVote, one.mayVoteFrom !== undefined])
    expect(await mayVote(members[0]!)).toEqual([
      [true, false],
      [true, false],
    ])
    expect(await mayVote(members[3]!)).toEqual([
      [true, false],
      [false, false],
    ])
    expect(await mayVote(newcomer)).toEqual([
      [false, true],
      [false, true],
    ])
    expect(await mayVote(target)).toEqual([
      [false, false],
      [false, true],
    ])
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
  await post(`/v1/score/${voter.address}/compute`, {})
  await setScore(voter.address, 90)
  await chain.moveClock(4 * HOUR + 60)
  // The record of this test is newer than what the wallet did, so that no other can follow it: only a second
  // check, after the vote failed on the chain, asks for one.
  expect(await vote(id, body)).toMatchObject({
    code: 'transaction_not_sent',
    message: expect.stringContaining('is outdated, and could not be published again yet'),
  })
})

/** Appends the newest score of a wallet once more, with other points. */
const APPEND_SCORE = `
  insert into score_result
  select (jsonb_populate_record(own, jsonb_build_object('seq', seq + 1, 'score', $2::float))).*
  from score_result own where address = $1 order by seq desc limit 1`

/** Gives the wallet other points here than on the chain. */
async function setScore(address: string, score: number): Promise<void> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query(APPEND_SCORE, [address, score])
  } finally {
    await client.end()
  }
}

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
