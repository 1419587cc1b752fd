import fc from 'fast-check'
import * as Rlp from 'ox/Rlp'
import type { TxEnvelope } from 'ox/TxEnvelope'
import { describe, expect, test } from 'vitest'
import { createEvmSigner } from '../testing/evm.ts'
import {
  RECORDED,
  type RecordedEvmTransaction,
  toEvmEvent,
  toUint8s,
} from '../testing/recorded-evm.ts'
import { decodeEvmTransaction } from './decode-evm-transaction.ts'

const COA = '0x00000000000000000000000244ab480000000000'
const BRIDGE = '0x0000000000000000000000010000000000000000'
const FEES = '0x0000000000000000000000030000000000000000'
const CONTRACT = '0xf6d7dff7612f773f6305362baebd0ac2674027bc'
const TOKEN = '0xb8bfaaad56286a9c25646eac7aabc7e0d9a20cb6'
const KEY_1 = '0x7e5f4552091a69125d5dfcb7b8c2659029395bdf'
const ONE_FLOW = 10n ** 18n
const GWEI = 10n ** 9n

const decode = (recorded: RecordedEvmTransaction) =>
  decodeEvmTransaction(toEvmEvent(recorded).fields)

describe('what an emulator emitted', () => {
  const signed = {
    from: KEY_1,
    to: COA,
    valueAtto: ONE_FLOW,
    isDirectCall: false,
    subType: null,
    gasCostAtto: 21_055n * GWEI,
  }
  const called = { isDirectCall: true, from: COA, valueAtto: 0n, hasFailed: false, gasCostAtto: 0n }
  const EXPECTED = {
    deposit: { ...called, subType: 'deposit', from: BRIDGE, to: COA, valueAtto: 50n * ONE_FLOW },
    deploy: { ...called, subType: 'deploy', to: null, createdContract: CONTRACT },
    withdraw: { ...called, subType: 'withdraw', to: BRIDGE, valueAtto: ONE_FLOW },
    payInside: { ...called, subType: 'call', to: TOKEN, valueAtto: ONE_FLOW },
    failing: { ...called, subType: 'call', to: TOKEN, valueAtto: ONE_FLOW, hasFailed: true },
    unwrap: { ...called, subType: 'call', to: CONTRACT },
    payToken: { ...called, subType: 'call', to: TOKEN, createdContract: null },
    unprotected: signed,
    legacy: signed,
    accessList: signed,
    dynamicFee: { ...signed, gasCostAtto: 21_055n * 2n * GWEI },
    setCode: { ...signed, gasCostAtto: 28_555n * 2n * GWEI },
    refund: { ...called, subType: 'transfer', from: FEES, to: TOKEN, valueAtto: 162_385n * GWEI },
  } satisfies Record<keyof typeof RECORDED, object>

  test.each(Object.keys(EXPECTED) as (keyof typeof EXPECTED)[])('%s', (name) => {
    expect(decode(RECORDED[name])).toMatchObject({
      kind: 'evm',
      hash: `0x${RECORDED[name].hash}`,
      evmHeight: RECORDED[name].blockHeight,
      gas: BigInt(RECORDED[name].gasConsumed),
      ...EXPECTED[name],
    })
  })

  test('has logs, whose parts are those that were emitted', () => {
    const paid = decode(RECORDED.payToken)
    const word = (address: string) => address.slice(2).padStart(64, '0')
    expect(paid.kind === 'evm' && paid.logs).toEqual([
      {
        address: TOKEN,
        topics: [
          'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
          word(COA),
          word(KEY_1),
        ],
        data: new Uint8Array(32).fill(255),
      },
    ])
  })
})

const hex = (size: number) =>
  fc
    .uint8Array({ minLength: size, maxLength: size })
    .map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString('hex')}`)
const number64 = fc.bigInt(0n, 2n ** 64n - 1n)
const price = fc.bigInt(0n, 2n ** 64n)
const accessList = fc.array(
  fc.record({ address: hex(20), storageKeys: fc.array(hex(32), { maxLength: 2 }) }),
  { maxLength: 2 },
)

/** Transactions of every type, written by a library of its own. */
const anyTransaction = fc
  .record({
    type: fc.constantFrom('unprotected', 'legacy', 'eip2930', 'eip1559', 'eip4844', 'eip7702'),
    to: hex(20),
    isCreation: fc.boolean(),
    value: fc.bigInt(0n, 2n ** 256n - 1n),
    data: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('hex')),
    nonce: number64,
    gas: number64,
    prices: fc.tuple(price, price),
    chainId: fc.integer({ min: 1, max: 2 ** 40 }),
    accessList,
  })
  .map(({ type, prices, chainId, isCreation, to, data, ...others }) => {
    const [low, high] = prices[0] < prices[1] ? prices : [prices[1], prices[0]]
    const mayCreate = type !== 'eip4844' && type !== 'eip7702'
    const recipient = isCreation && mayCreate ? {} : { to }
    const common = { ...others, ...recipient, chainId, data: `0x${data}` as const }
    const fees = { maxFeePerGas: high, maxPriorityFeePerGas: low }
    const typed: Record<string, TxEnvelope> = {
      unprotected: { ...common, type: 'legacy', gasPrice: low },
      legacy: { ...common, type: 'legacy', gasPrice: low },
      eip2930: { ...common, type: 'eip2930', gasPrice: low },
      eip1559: { ...common, type: 'eip1559', ...fees },
      eip4844: {
        ...{ ...common, to, type: 'eip4844', ...fees },
        maxFeePerBlobGas: 1n,
        blobVersionedHashes: [`0x01${'0'.repeat(62)}`],
      },
      eip7702: {
        ...{ ...common, to, type: 'eip7702', ...fees },
        authorizationList: [{ address: to, chainId, nonce: 1n, yParity: 1, r: '0x01', s: '0x01' }],
      },
    }
    const transaction = typed[type]!
    if (type === 'unprotected') delete (transaction as { chainId?: number }).chainId
    return { transaction, to: recipient.to ?? null, value: others.value, price: low }
  })

const anySigner = fc.bigInt(1n, 2n ** 250n).map((key) => {
  const privateKey: `0x${string}` = `0x${key.toString(16).padStart(64, '0')}`
  return createEvmSigner(privateKey)
})

function decodeSigned(payload: Uint8Array, type: number) {
  const hexPayload = Buffer.from(payload).toString('hex')
  return decode({ ...RECORDED.legacy, type, payload: hexPayload, contractAddress: CONTRACT })
}

test('a signed transaction of any type names its signer, its recipient, its value and its price', () => {
  fc.assert(
    fc.property(anyTransaction, anySigner, ({ transaction, to, value, price }, signer) => {
      expect(decodeSigned(signer.sign(transaction), 0)).toMatchObject({
        from: signer.address,
        to,
        valueAtto: value,
        gasCostAtto: price * BigInt(RECORDED.legacy.gasConsumed),
        isDirectCall: false,
      })
    }),
  )
})

test('a transaction with blobs is decoded also when these are sent along', () => {
  const signer = createEvmSigner()
  const { payload } = RECORDED.dynamicFee
  const [to, blobHash] = [`0x${payload.slice(60, 100)}`, `0x01${'0'.repeat(62)}`] as const
  const fields = [646n, 0n, 1n, 1n, 21_000n, to, 7n, '0x', [], 1n, [blobHash]] as const
  const bare = signer.signFields(3, fields)
  const wrapped = Rlp.from([Rlp.toBytes(bare.subarray(1)), [], [], []], { as: 'Bytes' })
  const expected = { from: signer.address, to, valueAtto: 7n }
  expect(decodeSigned(bare, 3)).toMatchObject(expected)
  expect(decodeSigned(Buffer.concat([Uint8Array.of(3), wrapped]), 3)).toMatchObject(expected)
})

describe('an event is unreadable, with a reason', () => {
  const { fields } = toEvmEvent(RECORDED.legacy)
  const { payload } = RECORDED.deposit
  const call = (rlp: string) => ({ type: 255n, payload: toUint8s(rlp) })
  const WRONG: [string, Record<string, unknown>, string][] = [
    ['that lacks a field', { payload: undefined }, 'payload is no array'],
    ['with other numbers than bytes', { payload: [256n] }, 'payload has a value that is no UInt8'],
    ['with an odd hash', { hash: [1n] }, 'RLP has 1 bytes instead of 32'],
    ['of a huge payload', { payload: Array(1_000_001) }, 'payload has 1000001 bytes'],
    ['without payload', { payload: [] }, '0 is no known type of transactions'],
    ['of a new type', { payload: [5n, 192n] }, '5 is no known type of transactions'],
    ['of a new direct call', call(payload.replace('ff01', 'ff06')), '6 is no known direct call'],
    ['of a direct call of no kind', call(payload.replace('ff01', 'ff80')), '0 is no known direct'],
    ['whose types differ', { type: 255n }, 'a direct call has another type'],
    ['of a short direct call', call('ffc101'), 'a direct call has 1 fields'],
    ['with fields too many', { payload: [2n, 193n, 128n] }, 'a transaction of type 2 has 1 fields'],
    ['that is bytes, no list', { payload: [2n, 128n] }, 'RLP has bytes instead of a list'],
    ['with an address of no length', { contractAddress: '0x12' }, "'0x12' is not an EVM address"],
    ['with a length beyond its end', { payload: toUint8s('fbffffffff') }, 'Position'],
    ['with lists in lists in lists', { payload: toUint8s(nest(5_000)) }, 'RLP depth limit'],
    ['with logs that are none', { logs: [192n, 192n] }, 'RLP payload encodes a single item'],
    ['with a log of four parts', { logs: toUint8s('c5c480808080') }, 'more than three parts'],
    ['with a negative height', { blockHeight: -1n }, 'blockHeight is no natural number'],
    ['with a height beyond numbers', { blockHeight: 2n ** 64n }, 'blockHeight is too large'],
  ]

  test.each(WRONG)('%s', (_, changed, reason) => {
    expect(decodeEvmTransaction({ ...fields, ...changed })).toEqual({
      kind: 'unreadable',
      reason: expect.stringContaining(reason),
    })
  })

  test('that nobody can have signed', () => {
    const { payload: signed } = RECORDED.legacy
    const withoutSignature = `${signed.slice(0, -132)}${'a0'}${'ff'.repeat(32)}a0${'ff'.repeat(32)}`
    expect(decode({ ...RECORDED.legacy, payload: withoutSignature })).toMatchObject({
      kind: 'unreadable',
    })
  })

  test('that is short, however long the event is', () => {
    const { reason } = decodeEvmTransaction({ ...fields, contractAddress: 'x'.repeat(10_000) }) as {
      reason: string
    }
    expect(reason).toHaveLength(200)
  })
})

/** Lists in lists: each level has the length of the next ones in three bytes. */
function nest(depth: number): string {
  let inner = ''
  for (let level = 0; level < depth; level++) {
    inner = `fa${(inner.length / 2).toString(16).padStart(6, '0')}${inner}`
  }
  return inner
}
