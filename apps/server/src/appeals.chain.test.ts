import type { Appeal, AppealSubject } from '@app/api/schemas/case/appeal.ts'
import type { Protection } from '@app/api/schemas/governance/protection.ts'
import type { Message, MessageContent } from '@app/api/schemas/message.ts'
import type { NetworkState } from '@app/api/schemas/network-state.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { getProtectionStatus } from '@app/contracts/scripts.generated.ts'
import type { Address } from '@app/values/address.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from './config.ts'
import {
  type GovernanceChain,
  openGovernanceChain,
} from './cosigner/testing/open-governance-chain.ts'
import { type Server, startServer } from './server.ts'
import { type Accuser, createAccuser } from './testing/accuse.ts'
import { createTestDatabase, type TestDatabase } from './testing/create-test-database.ts'
import {
  buildMessageText,
  type IndependentWallet,
  openIndependentWallet,
} from './testing/independent-wallet.ts'
import { runScript } from './testing/sign-as-person.ts'

/** Long timeout: a complete server and a local chain, possibly on a busy machine. */
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 })

const HOUR = 3_600
const REASON = 'I moved my own money to a new wallet that night'

let chain: GovernanceChain
let accuser: Accuser
let database: TestDatabase
let server: Server
/** A wallet that nothing stands against yet. */
let wallet: IndependentWallet

beforeAll(async () => {
  ;[chain, database] = await Promise.all([openGovernanceChain(), createTestDatabase()])
  accuser = await createAccuser(chain)
  const config = readConfig({
    FLOW_NETWORK: 'local',
    FLOW_ACCESS_NODE: chain.emulator.accessNodeUrl,
    FLOW_POLL_MS: '50',
    DATABASE_URL: database.url,
    API_PORT: '0',
    LOG_LEVEL: 'silent',
  })
  const roles = ['api', 'indexer', 'scorer', 'agent'] as const
  server = await startServer(config, roles, { agent: chain.agent })
  await server.drain()
})

beforeEach(async () => {
  wallet = await openIndependentWallet(chain)
})

afterAll(async () => {
  await server.stop()
  await database.drop()
  await chain.emulator.stop()
})

interface Answer {
  status: number
  code?: string
  message?: string
  data?: Record<string, unknown>
}

const post = (path: string, body: unknown) => send('POST', path, body)

async function send(method: 'POST' | 'PUT', path: string, body: unknown): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, ...((await response.json()) as object) } as Answer
}

async function askForMessage(signer: IndependentWallet, against: AppealSubject): Promise<Answer> {
  const content: MessageContent = { kind: 'appeal', against, reasonHash: hashReason(REASON) }
  return await post('/v1/messages', { address: signer.address, content })
}

interface Draft {
  signer?: IndependentWallet
  text?: (text: string) => string
  reason?: string
  sequence?: number
}

/** Signs by the documentation alone, and appeals. */
async function appeal(line: string, against: AppealSubject, draft: Draft = {}) {
  const { signer = wallet, text: change = (text) => text, reason = REASON, sequence = 1 } = draft
  const validUntil = (await readBlockMinute()) + 6 * 24 * HOUR
  const text = buildMessageText(signer.address, {
    subject: 'appeal',
    lines: [line, `Reason SHA-256: ${hashReason(reason)}`],
    role: 'Appellant',
    sequence,
    validUntil,
  })
  const signatures = [signer.sign(change(text))]
  const consent = { address: signer.address, sequence, validUntil, signatures }
  const body = { against, reason, wallet: consent }
  return { body, answer: await post('/v1/appeals', body) }
}

const appealFlag = (caseId: string, draft?: Draft) =>
  appeal(`Flag of case: ${caseId}`, { caseId }, draft)

const appealFreeze = (freezeProposalId: number, draft?: Draft) =>
  appeal(`Freeze by proposal: ${freezeProposalId}`, { freezeProposalId }, draft)

const appealAgain = (secondProposalOf: number, draft?: Draft) =>
  appeal(`Second proposal of appeal: ${secondProposalOf}`, { secondProposalOf }, draft)

async function readBlockMinute(): Promise<number> {
  const { timeMs } = await chain.reader.getLatestBlock()
  return Math.floor(timeMs / 60_000) * 60
}

const readAppeals = async ({ address }: IndependentWallet) => {
  const status = await runScript(chain, getProtectionStatus({ address }))
  return (status as { appeals: { id: bigint; outcome: string; proposalIds: bigint[] }[] }).appeals
}

const hoursAfter = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / HOUR / 1000

async function flag(caseId: string): Promise<void> {
  await accuser.flag(wallet.address, caseId)
  await expect.poll(async () => (await readProtection()).flag?.caseId).toBe(caseId)
}

/** Freezes by a vote, which takes a day, or renews a freeze; returns the number of the proposal. */
async function freeze(): Promise<number> {
  const id = await accuser.freeze(wallet.address)
  await expect.poll(async () => (await readProtection()).freeze?.proposalId).toBe(id)
  return id
}

async function advance(hours: number): Promise<void> {
  await chain.advanceTime(hours * HOUR)
  const { height } = await chain.reader.getLatestBlock()
  const readHeight = async () => ((await get('/v1/network')) as NetworkState).latestBlock?.height
  await expect.poll(readHeight).toBeGreaterThanOrEqual(height)
}

const readProtection = (): Promise<Protection> => get(`/v1/protection/${wallet.address}`)

async function get(path: string) {
  const response = await fetch(`${server.url}${path}`)
  return ((await response.json()) as { data: never }).data
}

async function insertCase(address: Address): Promise<void> {
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query(
    `insert into case_file values
       ($1, 'stated', 'accusation', 'behaviour', true, 0, 0, true, 'open', null, 0, $2)`,
    [address, '0'.repeat(64)],
  )
  await client.end()
}

describe('an appeal against a flag', () => {
  it('is acknowledged with its vote and its clock of 72 hours, and stands on the chain', async () => {
    await flag('case-1')
    const { answer } = await appealFlag('case-1')
    expect(answer).toMatchObject({ status: 200, data: { against: 'flag', caseId: 'case-1' } })
    const { id, proposalId, openedAt, votingEndsAt, deadline } = answer.data as Appeal
    expect([hoursAfter(openedAt, votingEndsAt), hoursAfter(openedAt, deadline)]).toEqual([24, 72])
    expect(await readAppeals(wallet)).toMatchObject([
      { id: BigInt(id), outcome: 'open', proposalIds: [BigInt(proposalId)] },
    ])
  })

  it('has the text to sign that the documentation lists, valid for 7 days', async () => {
    await flag('case-2')
    const message = (await askForMessage(wallet, { caseId: 'case-2' })).data as Message
    const { text, series, validUntil, blockTime } = message
    expect(series).toBe('appeals')
    expect(validUntil - blockTime).toBeGreaterThan(7 * 24 * HOUR - 61)
    const lines = ['Flag of case: case-2', `Reason SHA-256: ${hashReason(REASON)}`]
    const own = { subject: 'appeal', lines, role: 'Appellant', sequence: 1, validUntil }
    expect(text).toBe(buildMessageText(wallet.address, own))
  })

  it('is opened once, however often the same message arrives', async () => {
    await flag('case-3')
    const { answer, body } = await appealFlag('case-3')
    expect(await post('/v1/appeals', body)).toMatchObject({ status: 200, data: answer.data })
    const other = await appealFlag('case-3', { sequence: 2 })
    const refused = {
      status: 409,
      code: 'appeal_refused',
      message: `This wallet has appealed against case case-3 already: appeal ${answer.data?.id}, which is open.`,
    }
    expect(other.answer).toMatchObject(refused)
    expect(await askForMessage(wallet, { caseId: 'case-3' })).toMatchObject(refused)
    expect(await readAppeals(wallet)).toHaveLength(1)
  })

  it('without a flag, or against that of another wallet, is refused before it is signed', async () => {
    await flag('case-4')
    const other = await openIndependentWallet(chain)
    const message = 'This wallet is not flagged under case case-4, so there is nothing to appeal.'
    const refused = { status: 409, code: 'appeal_refused', message }
    expect(await askForMessage(other, { caseId: 'case-4' })).toMatchObject(refused)
    expect((await appealFlag('case-4', { signer: other })).answer).toMatchObject(refused)
    expect((await appealFlag('case-5')).answer.message).toContain('Its flag is of case case-4.')
  })

  it.each<[string, (text: string) => string]>([
    ['another network', (text) => text.replace('Network: local', 'Network: testnet')],
    ['another contract', (text) => text.replace(/Contract: .*/, `Contract: 0x${'1'.repeat(16)}`)],
    ['another reason', (text) => text.replace(/SHA-256: .*/, `SHA-256: ${'a'.repeat(64)}`)],
    ['another case', (text) => text.replace('case-6', 'case-7')],
    ['another sequence number', (text) => text.replace('Sequence: 1', 'Sequence: 2')],
  ])('that was signed for %s is refused', async (_, text) => {
    await flag('case-6')
    const { answer } = await appealFlag('case-6', { text })
    expect(answer).toMatchObject({ status: 403, code: 'signature_refused' })
    expect(await readAppeals(wallet)).toEqual([])
  })

  it('in the name of another wallet is refused', async () => {
    await flag('case-8')
    const stranger = await openIndependentWallet(chain)
    const forger = { ...stranger, address: wallet.address }
    const { answer } = await appealFlag('case-8', { signer: forger })
    expect(answer).toMatchObject({ status: 403, code: 'signature_refused' })
  })

  it.each([
    'See https://evil.example for what really happened',
    'Write to victim@evil.example about all of this please',
    'I moved my own money \u202Eto a new wallet that night',
  ])('with the reason %j is refused', async (reason) => {
    await flag('case-9')
    const { answer } = await appealFlag('case-9', { reason })
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
  })
})

describe('an appeal against a freeze', () => {
  it('names the proposal that was executed last, and has the case of the freeze', async () => {
    const id = await freeze()
    const { answer: refused } = await appealFreeze(id + 1)
    expect(refused).toMatchObject({
      status: 409,
      message: `This wallet is not frozen by proposal ${id + 1}, so there is nothing to appeal. The proposal executed last for its freeze is ${id}.`,
    })
    const { answer } = await appealFreeze(id)
    const caseId = `${wallet.address.slice(2)}-freeze-1`
    expect(answer).toMatchObject({ status: 200, data: { against: 'freeze', caseId } })
    expect(await readAppeals(wallet)).toMatchObject([{ freezeNumber: 1n, outcome: 'open' }])
  })

  it('of a flagged wallet is kept in the case of the flag, beside the appeal against it', async () => {
    await flag('case-10')
    const id = await freeze()
    expect((await appealFlag('case-10')).answer.status).toBe(200)
    const { answer } = await appealFreeze(id, { sequence: 2 })
    expect(answer).toMatchObject({ status: 200, data: { against: 'freeze', caseId: 'case-10' } })
  })

  it('is taken once, and once more after a renewal', async () => {
    const id = await freeze()
    const { answer: first } = await appealFreeze(id)
    const { answer: early } = await appealFreeze(id, { sequence: 2 })
    expect(early).toMatchObject({
      code: 'appeal_refused',
      message: `This wallet has appealed against this freeze already: appeal ${first.data?.id}, which is open.`,
    })
    await advance(72)
    const { answer: again } = await appealFreeze(id, { sequence: 2 })
    expect(again).toMatchObject({ code: 'appeal_refused' })
    expect(again.message).toContain('which is undecided')
    const renewal = await freeze()
    expect((await appealFreeze(renewal, { sequence: 2 })).answer.status).toBe(200)
  })
})

describe('an appeal against a freeze that is renewed', () => {
  it('stays the only one while it is open', async () => {
    const { answer: first } = await appealFreeze(await freeze())
    const renewal = await freeze()
    const { answer: early } = await appealFreeze(renewal, { sequence: 2 })
    expect(early).toMatchObject({
      code: 'appeal_refused',
      message: `This wallet has appealed against this freeze already: appeal ${first.data?.id}, which is open.`,
    })
    await advance(72)
    expect((await appealFreeze(renewal, { sequence: 2 })).answer.status).toBe(200)
  })
})

describe('the second vote on an appeal', () => {
  it('is opened once, after the first had too few votes', async () => {
    await flag('case-11')
    const { answer: first } = await appealFlag('case-11')
    const id = Number(first.data?.id)
    const { answer: early } = await appealAgain(id, { sequence: 2 })
    expect(early).toMatchObject({
      code: 'appeal_refused',
      message: expect.stringContaining('is open until'),
    })
    await advance(24)
    const { answer, body } = await appealAgain(id, { sequence: 2 })
    const { openedAt, deadline } = first.data as Appeal
    expect(answer).toMatchObject({ status: 200, data: { id, against: 'flag', openedAt, deadline } })
    expect(answer.data?.proposalId).not.toBe(first.data?.proposalId)
    expect(await post('/v1/appeals', body)).toMatchObject({ status: 200, data: answer.data })
    const { answer: third } = await appealAgain(id, { sequence: 3 })
    expect(third).toMatchObject({
      code: 'appeal_refused',
      message: expect.stringContaining('its second vote already'),
    })
  })

  it('is refused within 24 hours of the end of the clock, and after it', async () => {
    await flag('case-12')
    const { answer: first } = await appealFlag('case-12')
    const id = Number(first.data?.id)
    await advance(49)
    const { answer: late } = await appealAgain(id, { sequence: 2 })
    expect(late).toMatchObject({
      code: 'appeal_refused',
      message: expect.stringContaining('24 hours before its clock'),
    })
    await advance(24)
    const { answer: over } = await appealAgain(id, { sequence: 2 })
    expect(over).toMatchObject({
      code: 'appeal_refused',
      message: expect.stringContaining('is closed: undecided'),
    })
  })

  it('on the appeal of another wallet is refused', async () => {
    await flag('case-13')
    const { answer: first } = await appealFlag('case-13')
    const id = Number(first.data?.id)
    await advance(24)
    const signer = await openIndependentWallet(chain)
    const { answer } = await appealAgain(id, { signer })
    expect(answer).toMatchObject({
      code: 'appeal_refused',
      message: `This wallet has no appeal ${id}.`,
    })
  })
})

it.each([
  ['P-256', 'SHA2-256'],
  ['secp256k1', 'SHA3-256'],
] as const)('an owner states something with a key of %s and %s', async (curve, hash) => {
  const owner = await openIndependentWallet(chain, { curve, hash })
  const { address } = owner
  await insertCase(address)
  const textHash = hashReason(REASON)
  const content = { kind: 'owner statement', caseId: 'stated', textHash } as const
  const offered = (await post('/v1/messages', { address, content })).data as Message
  const { sequence, validUntil } = offered
  const lines = ['Case: stated', `Text SHA-256: ${textHash}`]
  const own = { subject: 'owner statement', lines, role: 'Owner', sequence, validUntil }
  const text = buildMessageText(address, own)
  expect(offered.text).toBe(text)
  const wallet = { address, sequence, validUntil, signatures: [owner.sign(text)] }
  const path = `/v1/cases/${address}/stated/statement`
  const answer = await send('PUT', path, { text: REASON, wallet })
  expect(answer).toMatchObject({ status: 200, data: { ownerStatement: { text: REASON } } })
})
