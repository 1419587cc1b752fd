import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeCadence, decodeEvent, decodeJson } from '../decode/decode-cadence.ts'
import { NodeInvalidResponseError, NodeNotFoundError } from '../errors.ts'
import {
  encodeRecordedEvent,
  findRecordedTransaction,
  RECORDED_ANSWERS,
  RECORDED_PAYLOADS,
  RECORDED_TRANSACTIONS,
} from '../testing/recorded/recorded-chain.ts'
import { type RecordedNode, startRecordedNode } from '../testing/start-recorded-node.ts'
import { createFlowReader, type FlowReader } from './create-flow-reader.ts'
import { parseBlock, parseTransactionResult } from './parse-responses.ts'
import { buildSystemTypeId } from './system-contracts.ts'

const WITHDRAWN = buildSystemTypeId('testnet', 'FungibleToken', 'Withdrawn')
const DEPOSITED = buildSystemTypeId('testnet', 'FungibleToken', 'Deposited')

/** Returns decoded fields with numbers as text, as JSON can contain them. */
const toText = (fields: unknown) =>
  JSON.parse(JSON.stringify(fields, (_, value) => (typeof value === 'bigint' ? `${value}` : value)))

const toUtf8 = (payload: string) => Buffer.from(payload, 'base64').toString()

describe('a payload of a public node', () => {
  test.each(RECORDED_PAYLOADS)('is decoded: $name', ({ payload, fields }) => {
    expect(toText(decodeEvent(payload))).toEqual(fields)
  })

  test('has the value before the type, and a newline at the end', () => {
    const recorded = RECORDED_TRANSACTIONS.flatMap(({ events }) =>
      events.flatMap((one) => one.payload ?? []),
    )
    const all = [...recorded, ...RECORDED_PAYLOADS.map(({ payload }) => payload)].map(toUtf8)
    expect(all).toHaveLength(13)
    for (const text of all) expect(text).toMatch(/^\{"value":\{"id":.*\},"type":"Event"\}\n$/)
  })

  test('in the binary format of the stream API is an error', () => {
    const { payload } = RECORDED_ANSWERS.ccfPayload
    expect(() => decodeEvent(payload)).toThrow(NodeInvalidResponseError)
  })

  test('has the bytes that follow from its fields', () => {
    const events = RECORDED_TRANSACTIONS.flatMap((transaction) => transaction.events)
    const { events: published } = RECORDED_ANSWERS.result
    for (const { type, payload } of [...events, ...published]) {
      if (payload === undefined) continue
      const { fields } = JSON.parse(toUtf8(payload)).value
      const values = fields.map(({ name, value }: RawField) => [name, unwrap(value)])
      const again = encodeRecordedEvent({ index: 0, type, fields: Object.fromEntries(values) })
      expect(again).toBe(payload)
    }
  })
})

interface RawValue {
  type: string
  value: RawValue | string | null
}

interface RawField {
  name: string
  value: RawValue
}

function unwrap({ type, value }: RawValue): unknown {
  return type === 'Optional' && typeof value === 'object' ? (value?.value ?? null) : value
}

describe('an answer of a public node', () => {
  test('is read as a block', () => {
    const { header } = RECORDED_ANSWERS.block
    expect(parseBlock([RECORDED_ANSWERS.block])).toEqual({
      height: 106_195_712,
      id: header.id,
      parentId: header.parent_id,
      timeMs: Date.UTC(2025, 2, 11, 12, 25, 0, 450),
    })
  })

  test('is read as a transaction result', () => {
    const { events } = RECORDED_ANSWERS.result
    expect(parseTransactionResult('ab', RECORDED_ANSWERS.result)).toMatchObject({
      status: 'sealed',
      error: null,
      events: [{ txId: events[0]?.transaction_id, txIndex: 4, eventIndex: 22 }],
    })
  })

  test('is read as the result of a script', () => {
    expect(decodeCadence(decodeJson(RECORDED_ANSWERS.scriptResult))).toBe(0n)
  })
})

describe('the node with the recorded transactions', () => {
  let node: RecordedNode
  let reader: FlowReader

  beforeAll(async () => {
    node = await startRecordedNode()
    reader = createFlowReader({ accessNodeUrl: node.url, eventCallsPerSecond: 1e4 })
  })
  afterAll(() => node.stop())

  test.each(RECORDED_TRANSACTIONS)('has the events, roles and error of $name', async (recorded) => {
    const { id, proposer, payer, authorizers, error, events } = recorded
    expect(await reader.getTransactionRoles(id)).toEqual({ txId: id, proposer, payer, authorizers })
    const result = await reader.getTransactionResult(id)
    expect(result.status).toBe('sealed')
    expect(result.error?.text ?? '').toBe(error)
    expect(result.events.map(({ eventIndex }) => eventIndex)).toEqual(
      events.map(({ index }) => index),
    )
  })

  test('has consecutive blocks from its root to its tip, with every transaction in one of them', async () => {
    const tip = await reader.getLatestBlock()
    expect(tip.height).toBe(node.tipHeight)
    expect(await reader.getBlockById(tip.parentId)).toEqual(
      await reader.getBlockAtHeight(tip.height - 1),
    )
    const { nodeRootHeight } = await reader.getNodeVersion()
    const found = new Set<string>()
    for (let from = nodeRootHeight; from <= tip.height; from += 250) {
      const to = Math.min(from + 249, tip.height)
      for (const { height, blockId, txId } of await reader.getEvents(DEPOSITED, from, to)) {
        found.add(txId)
        expect((await reader.getBlockAtHeight(height)).id).toBe(blockId)
        const roles = await reader.getBlockRoles(height)
        expect(roles.map((one) => one.txId)).toContain(txId)
      }
    }
    expect(found.size).toBe(RECORDED_TRANSACTIONS.length)
  })

  test.each([
    ['failedGatewayCall', /^assertion failed: evm_error=nonce too high: address 0x339d/],
    ['failedPreparation', /^authorizer count mismatch for transaction: expected 3, got 2$/],
  ])('gives the sentence of why %s', async (name, message) => {
    const { id } = findRecordedTransaction(name)
    const { error } = await reader.getTransactionResult(id)
    expect(error?.code).toBe(1101)
    expect(error?.message).toMatch(message)
  })

  test('gives tokens without an account, and amounts of 0', async () => {
    const { id } = findRecordedTransaction('purchase')
    const { events } = await reader.getTransactionResult(id)
    const unstored = events.find(({ type, fields }) => type === WITHDRAWN && fields.from === null)
    expect(unstored?.fields).toMatchObject({ amount: 67_000_000n, fromUUID: 43980467515330n })
    const empty = events.find(({ type, fields }) => type === DEPOSITED && fields.amount === 0n)
    expect(empty?.fields).toMatchObject({ to: '0xead892083b3e2c6c', toUUID: 2n })
  })

  test('has nothing below the root of the spork, and says so', async () => {
    const below = node.rootHeight - 1
    const sentence = `block height ${below} is less than the spork root block height ${node.rootHeight}. Try to use a historic node`
    const calls = [
      () => reader.getBlockAtHeight(below),
      () => reader.getEvents(DEPOSITED, below, node.rootHeight),
    ]
    for (const call of calls) {
      const error = await call().catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(NodeNotFoundError)
      expect(String(error)).toContain(sentence)
    }
  })
})
