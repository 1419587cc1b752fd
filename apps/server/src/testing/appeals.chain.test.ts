import type { OpenedAppeal } from '@app/api/schemas/case.ts'
import type { Message, MessageContent } from '@app/api/schemas/message.ts'
import type { Protection } from '@app/api/schemas/protection.ts'
import type { NetworkState } from '@app/api/schemas/reference.ts'
import { getProtectionStatus } from '@app/contracts/calls.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import type { AppealSubject } from '@app/values/governance.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertTestCase } from '../api/testing/insert-governance.ts'
import { type DaoChain, openDaoChain } from '../cosigner/testing/open-dao-chain.ts'
import type { Context } from '../runtime/context.ts'
import type { Server } from '../server.ts'
import { createAccuser } from './accuse.ts'
import { openTestContext } from './create-test-context.ts'
import {
  buildDocumentedText,
  type IndependentWallet,
  openIndependentWallet,
} from './independent-wallet.ts'
import { runScript } from './sign-as-person.ts'
import { startCompleteServer } from './start-complete-server.ts'

const HOUR = 3_600
const REASON = 'I moved my own money to a new wallet that night'

let chain: DaoChain
let accuser: Awaited<ReturnType<typeof createAccuser>>
let context: Context
let finish: () => Promise<void>
let server: Server
/** A wallet that nothing stands against yet. */
let wallet: IndependentWallet

beforeAll(async () => {
  ;[chain, { context, finish }] = await Promise.all([openDaoChain(), openTestContext()])
  const { agent, emulator } = chain
  accuser = await createAccuser(chain)
  server = await startCompleteServer({
    accessNodeUrl: emulator.accessNodeUrl,
    databaseUrl: context.config.databaseUrl ?? '',
    agent,
  })
  await server.drain()
})

beforeEach(async () => {
  wallet = await openIndependentWallet(chain)
})

afterAll(async () => {
  await server.stop()
  await finish()
  await chain.emulator.stop()
})

/** An answer of the API. */
interface Answer {
  status: number
  code?: string
  message?: string
  data?: Record<string, unknown>
}

async function send(method: 'POST' | 'PUT', path: string, body: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const init = { method, headers, body: JSON.stringify(body) }
  const response = await fetch(`${server.url}${path}`, init)
  return { status: response.status, ...((await response.json()) as object) }
}

async function get<Data>(path: string): Promise<Data> {
  const response = await fetch(`${server.url}${path}`)
  return ((await response.json()) as { data: Data }).data
}

/** Flags the wallet, and waits until the server knows; returns the number of the flag. */
async function flag(caseId: string): Promise<number> {
  const { address } = wallet
  await accuser.flag(address, caseId)
  const read = async () => (await get<Protection>(`/v1/protection/${address}`)).flag
  await expect.poll(async () => (await read())?.caseId).toBe(caseId)
  return (await read())?.number ?? 0
}

const askForMessage = (signer: IndependentWallet, against: AppealSubject) => {
  const content: MessageContent = { kind: 'appeal', against, reasonHash: hashReason(REASON) }
  return send('POST', '/v1/messages', { address: signer.address, content })
}

/** How an appeal differs from an ordinary first one of the wallet. */
interface Changes {
  signer?: IndependentWallet
  /** Changes the text before it is signed. */
  text?: (text: string) => string
  reason?: string
  sequence?: number
}

/** Signs by the documentation alone, and appeals. */
async function appeal(against: AppealSubject, changes: Changes = {}) {
  const { signer = wallet, text: change = (text) => text, reason = REASON, sequence = 1 } = changes
  const { timeMs } = await chain.reader.getLatestBlock()
  const validUntil = Math.floor(timeMs / 60_000) * 60 + 6 * 24 * HOUR
  const subject =
    'flagNumber' in against ? `Flag: ${against.flagNumber}` : `Freeze: ${against.freezeNumber}`
  const lines = [subject, `Reason SHA-256: ${hashReason(reason)}`]
  const own = { subject: 'appeal', lines, role: 'Appellant', sequence, validUntil }
  const signatures = [signer.sign(change(buildDocumentedText(signer.address, own)))]
  const signed = { address: signer.address, sequence, validUntil, signatures }
  const body = { against, reason, wallet: signed }
  return { body, answer: await send('POST', '/v1/appeals', body) }
}

/** Numbers of the proposals about the wallet that the chain has not decided, with their status. */
async function readUndecided(): Promise<Record<string, string>> {
  const status = await runScript(chain, getProtectionStatus({ address: wallet.address }))
  return (status as { undecided: Record<string, string> }).undecided
}

const hoursAfter = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / HOUR / 1000

describe('an appeal against a flag', () => {
  it('rule 21: is acknowledged with its clock of 24 hours, and ended by the agent', async () => {
    const number = await flag('case-1')
    const { answer } = await appeal({ flagNumber: number })
    const expected = { against: 'flag', number, caseId: 'case-1' }
    expect(answer).toMatchObject({ status: 200, data: expected })
    const { id, openedAt, deadline } = answer.data as OpenedAppeal
    expect(hoursAfter(openedAt, deadline)).toBe(24)
    expect(await readUndecided()).toEqual({ [id]: 'pending' })
    await chain.advanceTime(24 * HOUR)
    const { height } = await chain.reader.getLatestBlock()
    const readHeight = async () => (await get<NetworkState>('/v1/network')).latestBlock?.height
    await expect.poll(readHeight).toBeGreaterThanOrEqual(height)
    await expect.poll(readUndecided).toEqual({})
  })

  it('has the text to sign that the documentation lists, valid for 7 days', async () => {
    const flagNumber = await flag('case-2')
    const message = (await askForMessage(wallet, { flagNumber })).data as Message
    const { text, series, validUntil, blockTime } = message
    expect(series).toBe('appeals')
    expect(validUntil - blockTime).toBeGreaterThan(7 * 24 * HOUR - 61)
    const lines = [`Flag: ${flagNumber}`, `Reason SHA-256: ${hashReason(REASON)}`]
    const own = { subject: 'appeal', lines, role: 'Appellant', sequence: 1, validUntil }
    expect(text).toBe(buildDocumentedText(wallet.address, own))
  })

  it('rule 22: is opened once, however often the same message arrives', async () => {
    const flagNumber = await flag('case-3')
    const { answer, body } = await appeal({ flagNumber })
    expect(await send('POST', '/v1/appeals', body)).toMatchObject({
      status: 200,
      data: answer.data,
    })
    const other = await appeal({ flagNumber }, { sequence: 2 })
    const refused = {
      status: 409,
      code: 'appeal_refused',
      message: `This wallet has appealed against flag ${flagNumber} already: appeal ${answer.data?.id}, which is open.`,
    }
    expect(other.answer).toMatchObject(refused)
    expect(await askForMessage(wallet, { flagNumber })).toMatchObject(refused)
    expect(Object.keys(await readUndecided())).toHaveLength(1)
  })

  it('without a flag, or against that of another wallet, is refused before it is signed', async () => {
    const flagNumber = await flag('case-4')
    const other = await openIndependentWallet(chain)
    const message = `This wallet does not carry flag ${flagNumber}, so there is nothing to appeal.`
    const refused = { status: 409, code: 'appeal_refused', message }
    expect(await askForMessage(other, { flagNumber })).toMatchObject(refused)
    expect((await appeal({ flagNumber }, { signer: other })).answer).toMatchObject(refused)
    expect((await appeal({ flagNumber: flagNumber + 1 })).answer.message).toContain(
      `Its flag has the number ${flagNumber}.`,
    )
    expect((await appeal({ freezeNumber: 1 })).answer).toMatchObject({
      status: 409,
      message: 'This wallet is not frozen by freeze 1, so there is nothing to appeal.',
    })
  })

  it.each<[string, (text: string) => string]>([
    ['another network', (text) => text.replace('Network: local', 'Network: testnet')],
    ['another contract', (text) => text.replace(/Contract: .*/, `Contract: 0x${'1'.repeat(16)}`)],
    ['another reason', (text) => text.replace(/SHA-256: .*/, `SHA-256: ${'a'.repeat(64)}`)],
    ['another flag', (text) => text.replace(/Flag: /, 'Flag: 9')],
    ['another sequence number', (text) => text.replace('Sequence: 1', 'Sequence: 2')],
  ])('that was signed for %s is refused', async (_, text) => {
    const { answer } = await appeal({ flagNumber: await flag('case-6') }, { text })
    expect(answer).toMatchObject({ status: 403, code: 'signature_refused' })
    expect(await readUndecided()).toEqual({})
  })

  it('in the name of another wallet is refused', async () => {
    const flagNumber = await flag('case-8')
    const stranger = await openIndependentWallet(chain)
    const forger = { ...stranger, address: wallet.address }
    const { answer } = await appeal({ flagNumber }, { signer: forger })
    expect(answer).toMatchObject({ status: 403, code: 'signature_refused' })
  })

  it('with a link in its reason is refused', async () => {
    const reason = 'See https://evil.example for what really happened'
    const { answer } = await appeal({ flagNumber: await flag('case-9') }, { reason })
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
  })
})

it.each([
  ['P-256', 'SHA2-256'],
  ['secp256k1', 'SHA3-256'],
] as const)('an owner states something with a key of %s and %s', async (curve, hash) => {
  const owner = await openIndependentWallet(chain, { curve, hash })
  const { address } = owner
  await insertTestCase(context, { address, caseId: 'stated' })
  const textHash = hashReason(REASON)
  const content = { kind: 'owner statement', caseId: 'stated', textHash } as const
  const offered = (await send('POST', '/v1/messages', { address, content })).data as Message
  const { sequence, validUntil } = offered
  const lines = ['Case: stated', `Text SHA-256: ${textHash}`]
  const own = { subject: 'owner statement', lines, role: 'Owner', sequence, validUntil }
  const text = buildDocumentedText(address, own)
  expect(offered.text).toBe(text)
  const signed = { address, sequence, validUntil, signatures: [owner.sign(text)] }
  const path = `/v1/cases/${address}/stated/statement`
  const answer = await send('PUT', path, { text: REASON, wallet: signed })
  expect(answer).toMatchObject({ status: 200, data: { ownerStatement: { text: REASON } } })
})
