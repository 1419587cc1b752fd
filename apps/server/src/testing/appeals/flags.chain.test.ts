import type { OpenedAppeal } from '@app/api/schemas/case.ts'
import type { Message } from '@app/api/schemas/message.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  buildDocumentedText,
  type IndependentWallet,
  openIndependentWallet,
} from '../independent-wallet.ts'
import {
  type AppealChanges,
  type AppealScene,
  HOUR,
  openAppealScene,
  REASON,
} from './open-appeal-scene.ts'

let scene: AppealScene
/** A wallet that nothing stands against yet. */
let wallet: IndependentWallet

beforeAll(async () => {
  scene = await openAppealScene()
})

beforeEach(async () => {
  wallet = await openIndependentWallet(scene.chain)
})

afterAll(() => scene.close())

interface Draft extends AppealChanges {
  signer?: IndependentWallet
}

const appealFlag = (flagNumber: number, { signer = wallet, ...changes }: Draft = {}) =>
  scene.appeal(signer, { flagNumber }, changes)

const hoursAfter = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / HOUR / 1000

describe('an appeal against a flag', () => {
  it('rule 21: is acknowledged with its clock of 24 hours, and stands on the chain', async () => {
    const number = await scene.flag(wallet, 'case-1')
    const { answer } = await appealFlag(number)
    const expected = { against: 'flag', number, caseId: 'case-1' }
    expect(answer).toMatchObject({ status: 200, data: expected })
    const { id, openedAt, deadline } = answer.data as OpenedAppeal
    expect(hoursAfter(openedAt, deadline)).toBe(24)
    expect(await scene.readUndecided(wallet)).toEqual({ [id]: 'pending' })
  })

  it('has the text to sign that the documentation lists, valid for 7 days', async () => {
    const flagNumber = await scene.flag(wallet, 'case-2')
    const message = (await scene.askForMessage(wallet, { flagNumber })).data as Message
    const { text, series, validUntil, blockTime } = message
    expect(series).toBe('appeals')
    expect(validUntil - blockTime).toBeGreaterThan(7 * 24 * HOUR - 61)
    const lines = [`Flag: ${flagNumber}`, `Reason SHA-256: ${hashReason(REASON)}`]
    const own = { subject: 'appeal', lines, role: 'Appellant', sequence: 1, validUntil }
    expect(text).toBe(buildDocumentedText(wallet.address, own))
  })

  it('rule 22: is opened once, however often the same message arrives', async () => {
    const flagNumber = await scene.flag(wallet, 'case-3')
    const { answer, body } = await appealFlag(flagNumber)
    expect(await scene.post('/v1/appeals', body)).toMatchObject({ status: 200, data: answer.data })
    const other = await appealFlag(flagNumber, { sequence: 2 })
    const refused = {
      status: 409,
      code: 'appeal_refused',
      message: `This wallet has appealed against flag ${flagNumber} already: appeal ${answer.data?.id}, which is open.`,
    }
    expect(other.answer).toMatchObject(refused)
    expect(await scene.askForMessage(wallet, { flagNumber })).toMatchObject(refused)
    expect(Object.keys(await scene.readUndecided(wallet))).toHaveLength(1)
  })

  it('without a flag, or against that of another wallet, is refused before it is signed', async () => {
    const flagNumber = await scene.flag(wallet, 'case-4')
    const other = await openIndependentWallet(scene.chain)
    const message = `This wallet does not carry flag ${flagNumber}, so there is nothing to appeal.`
    const refused = { status: 409, code: 'appeal_refused', message }
    expect(await scene.askForMessage(other, { flagNumber })).toMatchObject(refused)
    expect((await appealFlag(flagNumber, { signer: other })).answer).toMatchObject(refused)
    expect((await appealFlag(flagNumber + 1)).answer.message).toContain(
      `Its flag has the number ${flagNumber}.`,
    )
  })

  it.each<[string, (text: string) => string]>([
    ['another network', (text) => text.replace('Network: local', 'Network: testnet')],
    ['another contract', (text) => text.replace(/Contract: .*/, `Contract: 0x${'1'.repeat(16)}`)],
    ['another reason', (text) => text.replace(/SHA-256: .*/, `SHA-256: ${'a'.repeat(64)}`)],
    ['another flag', (text) => text.replace(/Flag: /, 'Flag: 9')],
    ['another sequence number', (text) => text.replace('Sequence: 1', 'Sequence: 2')],
  ])('that was signed for %s is refused', async (_, text) => {
    const flagNumber = await scene.flag(wallet, 'case-6')
    const { answer } = await appealFlag(flagNumber, { text })
    expect(answer).toMatchObject({ status: 403, code: 'signature_refused' })
    expect(await scene.readUndecided(wallet)).toEqual({})
  })

  it('in the name of another wallet is refused', async () => {
    const flagNumber = await scene.flag(wallet, 'case-8')
    const stranger = await openIndependentWallet(scene.chain)
    const forger = { ...stranger, address: wallet.address }
    const { answer } = await appealFlag(flagNumber, { signer: forger })
    expect(answer).toMatchObject({ status: 403, code: 'signature_refused' })
  })

  it.each([
    'See https://evil.example for what really happened',
    'Write to victim@evil.example about all of this please',
    'I moved my own money \u202Eto a new wallet that night',
  ])('with the reason %j is refused', async (reason) => {
    const flagNumber = await scene.flag(wallet, 'case-9')
    const { answer } = await appealFlag(flagNumber, { reason })
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
  })
})

it.each([
  ['P-256', 'SHA2-256'],
  ['secp256k1', 'SHA3-256'],
] as const)('an owner states something with a key of %s and %s', async (curve, hash) => {
  const owner = await openIndependentWallet(scene.chain, { curve, hash })
  const { address } = owner
  await scene.openCase(address)
  const textHash = hashReason(REASON)
  const content = { kind: 'owner statement', caseId: 'stated', textHash } as const
  const offered = (await scene.post('/v1/messages', { address, content })).data as Message
  const { sequence, validUntil } = offered
  const lines = ['Case: stated', `Text SHA-256: ${textHash}`]
  const own = { subject: 'owner statement', lines, role: 'Owner', sequence, validUntil }
  const text = buildDocumentedText(address, own)
  expect(offered.text).toBe(text)
  const wallet = { address, sequence, validUntil, signatures: [owner.sign(text)] }
  const path = `/v1/cases/${address}/stated/statement`
  const answer = await scene.send('PUT', path, { text: REASON, wallet })
  expect(answer).toMatchObject({ status: 200, data: { ownerStatement: { text: REASON } } })
})

it('an appeal is recorded on the chain by the agent when its vote is over', async () => {
  const flagNumber = await scene.flag(wallet, 'case-10')
  const { answer } = await appealFlag(flagNumber)
  expect(Object.keys(await scene.readUndecided(wallet))).toEqual([`${answer.data?.id}`])
  await scene.advance(24)
  await expect.poll(() => scene.readUndecided(wallet)).toEqual({})
})
