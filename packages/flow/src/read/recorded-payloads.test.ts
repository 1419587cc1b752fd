import { EVM_FEE_ACCOUNT } from '@app/values/evm-address.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeCadence, decodeEvent, decodeJson } from '../decode/decode-cadence.ts'
import { NodeInvalidResponseError, NodeNotFoundError } from '../errors.ts'
import { decodeEvmEvent } from '../evm/decode-evm-event.ts'
import { decodeEvmMoves } from '../evm/decode-evm-moves.ts'
import type { EvmTransaction } from '../evm/decode-evm-transaction.ts'
import {
  findRecordedTransaction,
  RECORDED_ANSWERS,
  RECORDED_PAYLOADS,
  RECORDED_TRANSACTIONS,
} from '../testing/recorded/recorded-chain.ts'
import { type RecordedNode, startRecordedNode } from '../testing/start-recorded-node.ts'
import { createFlowReader, type FlowReader } from './create-flow-reader.ts'
import { parseBlock, parseTransactionResult } from './parse-responses.ts'
import { buildSystemTypeId } from './system-contracts.ts'

const DEPOSITED = buildSystemTypeId('testnet', 'FungibleToken', 'Deposited')

/** Returns decoded fields with numbers as text, as JSON can contain them. */
const toText = (fields: unknown) =>
  JSON.parse(JSON.stringify(fields, (_, value) => (typeof value === 'bigint' ? `${value}` : value)))

describe('what a public node sent', () => {
  test.each(RECORDED_PAYLOADS)('is decoded: $name', ({ payload, fields }) => {
    expect(toText(decodeEvent(payload))).toEqual(fields)
  })

  test('has the value before the type, and a newline at the end', () => {
    const recorded = RECORDED_TRANSACTIONS.flatMap(({ events }) =>
      events.flatMap(({ payload = [] }) => payload),
    )
    const texts = [...recorded, ...RECORDED_PAYLOADS.map(({ payload }) => payload)].map((payload) =>
      Buffer.from(payload, 'base64').toString(),
    )
    expect(texts).toHaveLength(13)
    for (const text of texts) expect(text).toMatch(/^\{"value":\{"id":.*\},"type":"Event"\}\n$/)
  })

  test('in the binary format of the stream API is an error', () => {
    const { payload } = RECORDED_ANSWERS.ccfPayload
    expect(() => decodeEvent(payload)).toThrow(NodeInvalidResponseError)
  })

  test('is read as a block, as a result and as the value of a script', () => {
    const { block, result, scriptResult } = RECORDED_ANSWERS
    expect(parseBlock([block])).toEqual({
      height: 106_195_712,
      id: block.header.id,
      parentId: block.header.parent_id,
      timeMs: Date.UTC(2025, 2, 11, 12, 25, 0, 450),
    })
    expect(parseTransactionResult('ab', result)).toMatchObject({
      status: 'sealed',
      error: null,
      events: [{ txId: result.events[0]?.transaction_id, txIndex: 4, eventIndex: 22 }],
    })
    expect(decodeCadence(decodeJson(scriptResult))).toBe(0n)
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
    expect(result.error?.text ?? '').toBe(error)
    expect(result.events.map(({ eventIndex }) => eventIndex)).toEqual(
      events.map(({ index }) => index),
    )
  })

  test.each([
    ['failedGatewayCall', /^assertion failed: evm_error=nonce too high: address 0x339d/],
    ['failedPreparation', /^authorizer count mismatch for transaction: expected 3, got 2$/],
  ])('gives the sentence of why %s', async (name, message) => {
    const { error } = await reader.getTransactionResult(findRecordedTransaction(name).id)
    expect(error).toMatchObject({ code: 1101, message: expect.stringMatching(message) })
  })

  test('gives tokens that no account held, and amounts of 0', async () => {
    const { events } = await reader.getTransactionResult(findRecordedTransaction('purchase').id)
    const fields = events.map((event) => event.fields)
    expect(fields).toContainEqual(expect.objectContaining({ amount: 67_000_000n, from: null }))
    expect(fields).toContainEqual(
      expect.objectContaining({ amount: 0n, to: '0xead892083b3e2c6c', toUUID: 2n }),
    )
  })

  test('gives a block of the EVM, of which the last transaction passes the gas of the others on', async () => {
    const { events } = await reader.getTransactionResult(findRecordedTransaction('gatewayRun').id)
    const ran = events.map((event) => decodeEvmEvent(event, 'testnet') as EvmTransaction)
    const [from, to] = [EVM_FEE_ACCOUNT, '0xf376a6849184571feedd246a1ba2d331cfe56c8c']
    expect(ran).toMatchObject([
      { evmHeight: 55_215_379, evmIndex: 0, isDirectCall: false, valueAtto: 0n },
      { evmHeight: 55_215_379, evmIndex: 1, isDirectCall: false, valueAtto: 0n },
      { evmHeight: 55_215_379, evmIndex: 2, subType: 'transfer', from, to },
    ])
    const gasCosts = ran.reduce((sum, { gasCostAtto }) => sum + gasCostAtto, 0n)
    expect(ran.at(-1)?.valueAtto).toBe(gasCosts)
    expect(decodeEvmMoves(events, 'testnet')).toMatchObject({ moves: [], unreadable: [] })
  })

  test('has nothing below the root of the spork, and says so', async () => {
    const below = node.rootHeight - 1
    const calls = [reader.getBlockAtHeight(below), reader.getEvents(DEPOSITED, below, below + 1)]
    for (const { reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[]) {
      expect(reason).toBeInstanceOf(NodeNotFoundError)
      expect(String(reason)).toContain(
        `block height ${below} is less than the spork root block height ${node.rootHeight}. Try to use a historic node`,
      )
    }
  })
})
