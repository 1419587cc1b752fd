import { NETWORKS } from '@app/values/network.ts'
import fc from 'fast-check'
import * as Rlp from 'ox/Rlp'
import type { TxEnvelope } from 'ox/TxEnvelope'
import { describe, expect, test } from 'vitest'
import { anyJson } from '../testing/arbitrary-cadence.ts'
import { createEvmSigner, LOCAL_EVM_CHAIN } from '../testing/evm.ts'
import {
  ALICE,
  BOB,
  buildEvents,
  type EmittedEvent,
  emitCall,
  emitDeposit,
  emitSigned,
  emitWithdrawal,
  logTransfer,
  TOKENS,
  toUint8s,
  WFLOW,
} from '../testing/evm-events.ts'
import { decodeEvmMoves, MAX_EVM_MOVES } from './decode-evm-moves.ts'
import { decodeEvmTransaction } from './decode-evm-transaction.ts'
import { type RlpValue, readOrExplain } from './read-fields.ts'

const decode = (fields: Record<string, unknown>) =>
  readOrExplain(() => decodeEvmTransaction(fields))

const decodeSigned = (signed: Uint8Array) => decode(emitSigned(signed).fields)

const hex = (size: number) =>
  fc
    .uint8Array({ minLength: size, maxLength: size })
    .map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString('hex')}`)
const number64 = fc.bigInt(0n, 2n ** 64n - 1n)

/** Transactions of every type, written by another library. */
const anyTransaction = fc
  .record({
    type: fc.constantFrom('unprotected', 'legacy', 'eip2930', 'eip1559', 'eip4844', 'eip7702'),
    recipient: hex(20),
    isCreation: fc.boolean(),
    value: fc.bigInt(0n, 2n ** 256n - 1n),
    data: fc.nat(300).chain(hex),
    nonce: number64,
    gas: number64,
    price: number64,
    tip: number64,
    chainId: fc.integer({ min: 1, max: 2 ** 40 }),
    accessList: fc.array(
      fc.record({ address: hex(20), storageKeys: fc.array(hex(32), { maxLength: 2 }) }),
      { maxLength: 2 },
    ),
  })
  .map(({ type, price, tip, recipient, isCreation, ...others }) => {
    const to = isCreation && type !== 'eip4844' && type !== 'eip7702' ? undefined : recipient
    const common = { ...others, ...(to && { to }) }
    const fees = { maxFeePerGas: price + tip, maxPriorityFeePerGas: price }
    const { chainId, ...unprotected } = common
    const types: Record<typeof type, TxEnvelope> = {
      unprotected: { ...unprotected, type: 'legacy', gasPrice: price },
      legacy: { ...common, type: 'legacy', gasPrice: price },
      eip2930: { ...common, type: 'eip2930', gasPrice: price },
      eip1559: { ...common, type: 'eip1559', ...fees },
      eip4844: {
        ...{ ...common, ...fees, to: recipient, type: 'eip4844', maxFeePerBlobGas: 1n },
        blobVersionedHashes: [`0x01${'0'.repeat(62)}`],
      },
      eip7702: {
        ...{ ...common, ...fees, to: recipient, type: 'eip7702' },
        authorizationList: [
          { address: recipient, chainId, nonce: 1n, yParity: 1, r: '0x01', s: '0x01' },
        ],
      },
    }
    return { transaction: types[type], to: to ?? null, value: others.value, price }
  })

const anySigner = fc
  .bigInt(1n, 2n ** 250n)
  .map((key) => createEvmSigner(`0x${key.toString(16).padStart(64, '0')}`))

test('a signed transaction of any type names its signer, its recipient, its value and its price', () => {
  fc.assert(
    fc.property(anyTransaction, anySigner, ({ transaction, to, value, price }, signer) => {
      expect(decodeSigned(signer.sign(transaction))).toMatchObject({
        from: signer.address,
        to,
        valueAtto: value,
        gasCostAtto: price * 21_000n,
        isDirectCall: false,
      })
    }),
  )
})

test('a transaction with blobs is decoded also when these are sent along', () => {
  const signer = createEvmSigner()
  const blobHash = `0x01${'0'.repeat(62)}` as const
  const fields = [646n, 0n, 1n, 1n, 21_000n, BOB, 7n, '0x', [], 1n, [blobHash]] as const
  const bare = signer.signFields(3, fields)
  const wrapped = Rlp.from([Rlp.toBytes(bare.subarray(1)), [], [], []], { as: 'Bytes' })
  const expected = { from: signer.address, to: BOB, valueAtto: 7n }
  expect(decodeSigned(bare)).toMatchObject(expected)
  expect(decodeSigned(Buffer.concat([Uint8Array.of(3), wrapped]))).toMatchObject(expected)
})

const signedBytes = createEvmSigner(`0x${'1'.repeat(64)}`).sign({
  ...{ type: 'legacy', chainId: LOCAL_EVM_CHAIN, nonce: 1n, to: ALICE },
  ...{ value: 5n, gas: 300_000n, gasPrice: 10n ** 9n },
})
const SIGNED = emitSigned(signedBytes)
const CALLED = emitCall({
  ...{ subType: 5, from: ALICE, to: BOB, value: 5n },
  logs: [logTransfer(WFLOW, ALICE, BOB, 5n)],
})

test('logs have the parts that were emitted', () => {
  const word = (address: string) => address.slice(2).padStart(64, '0')
  expect(decode(CALLED.fields)).toMatchObject({
    logs: [
      {
        address: WFLOW,
        topics: [expect.stringMatching(/^ddf252ad/), word(ALICE), word(BOB)],
        data: Uint8Array.from([...Array(31).fill(0), 5]),
      },
    ],
  })
})

const toBytes = (digits: string) => toUint8s(Buffer.from(digits, 'hex'))

describe('an event is unreadable, with a reason', () => {
  const callOf = (subType: number) => emitCall({ subType, from: ALICE, to: BOB }).fields
  const call = (rlp: string) => ({ type: 255n, payload: toBytes(rlp) })
  const signature = `a0${'ff'.repeat(32)}`.repeat(2)
  const unsigned = Buffer.from(signedBytes.subarray(0, -66)).toString('hex')

  const WRONG: [string, Record<string, unknown>, string][] = [
    ['that lacks a field', { payload: undefined }, 'payload is no array'],
    ['with other numbers than bytes', { payload: [256n] }, 'payload has a value that is no UInt8'],
    ['with an odd hash', { hash: [1n] }, 'RLP has 1 bytes instead of 32'],
    ['of a huge payload', { payload: Array(1_000_001) }, 'payload has 1000001 bytes'],
    ['without payload', { payload: [] }, '0 is no known type of transactions'],
    ['of a new type', { payload: [5n, 192n] }, '5 is no known type of transactions'],
    ['of a new direct call', callOf(6), '6 is no known direct call'],
    ['of a direct call of no kind', callOf(0), '0 is no known direct call'],
    ['whose types differ', { type: 255n }, 'a direct call has another type'],
    ['of a short direct call', call('ffc101'), 'a direct call has 1 fields'],
    ['with fields too many', { payload: [2n, 193n, 128n] }, 'a transaction of type 2 has 1 fields'],
    ['that is bytes, no list', { payload: [2n, 128n] }, 'RLP has bytes instead of a list'],
    ['with an address of no length', { contractAddress: '0x12' }, "'0x12' is not an EVM address"],
    ['with a length beyond its end', { payload: toBytes('fbffffffff') }, 'Position'],
    ['with lists in lists in lists', { payload: toBytes(nest(5_000)) }, 'RLP depth limit'],
    ['with logs that are none', { logs: [192n, 192n] }, 'RLP payload encodes a single item'],
    ['with a log of four parts', { logs: toBytes('c5c480808080') }, 'more than three parts'],
    ['with a negative height', { blockHeight: -1n }, 'blockHeight is no natural number'],
    ['with a height beyond numbers', { blockHeight: 2n ** 64n }, 'blockHeight is too large'],
    ['that nobody can have signed', { payload: toBytes(unsigned + signature) }, ''],
  ]
  test.each(WRONG)('%s', (_, changed, reason) => {
    expect(decode({ ...SIGNED.fields, ...changed })).toEqual({
      kind: 'unreadable',
      reason: expect.stringContaining(reason),
    })
  })

  test('that is short, however long the event is', () => {
    const fields = { ...SIGNED.fields, contractAddress: 'x'.repeat(10_000) }
    expect(decode(fields)).toEqual({
      kind: 'unreadable',
      reason: expect.stringMatching(/^.{200}$/),
    })
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

const bridge = NETWORKS.testnet.evmBridge!
const byte = fc.bigInt(0n, 255n)
const anyRlp = fc
  .letrec<{ value: RlpValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.uint8Array({ maxLength: 40 }),
      fc.array(tie('value'), { maxLength: 14 }),
    ),
  }))
  .value.map((value) => toUint8s(Rlp.from(value, { as: 'Bytes' })))
const typedRlp = fc
  .tuple(fc.constantFrom(1n, 2n, 3n, 4n, 255n), anyRlp)
  .map((parts) => parts.flat())

/** Whatever a field might contain. */
const anyValue = fc.oneof(
  fc.array(byte, { maxLength: 200 }),
  anyRlp,
  typedRlp,
  anyJson,
  fc.bigInt(),
  fc.constantFrom(ALICE, ALICE.slice(2), '', bridge, 0n, 1n, 255n, 2n ** 256n),
)
const anyFields = fc.record(
  Object.fromEntries(
    [
      ...['hash', 'index', 'type', 'payload', 'errorCode', 'gasConsumed', 'contractAddress'],
      ...['logs', 'blockHeight', 'address', 'amount', 'depositedUUID', 'withdrawnUUID', 'uuid'],
      ...['to', 'caller', 'evmContractAddress', 'bridgedUUID', 'bridgeAddress'],
    ].map((name) => [name, anyValue]),
  ),
  { requiredKeys: [] },
)

/** The fields of a real transaction, of which some bytes are others. */
const mutatedFields = fc
  .record({
    event: fc.constantFrom<EmittedEvent>(SIGNED, CALLED),
    field: fc.constantFrom('payload', 'logs'),
    at: fc.nat(200),
    remove: fc.nat(4),
    insert: fc.array(byte, { maxLength: 4 }),
  })
  .map(({ event: { fields }, field, at, remove, insert }) => ({
    ...fields,
    [field]: (fields[field] as bigint[]).toSpliced(at, remove, ...insert),
  }))

const anyEvent: fc.Arbitrary<EmittedEvent> = fc.record({
  name: fc.constantFrom(
    ...['TransactionExecuted', 'FLOWTokensDeposited', 'FLOWTokensWithdrawn', 'A.1.Other.Event'],
    'CadenceOwnedAccountCreated',
    `A.${bridge.slice(2)}.IFlowEVMTokenBridge.BridgedTokensToEVM`,
    `A.${bridge.slice(2)}.IFlowEVMTokenBridge.BridgedTokensFromEVM`,
  ),
  fields: fc.oneof(anyFields, mutatedFields),
})

test('any events are decoded or unreadable, and leave those before and after them as they are', () => {
  const [before, after] = [emitDeposit(ALICE, 5n, 1n), emitWithdrawal(BOB, 6n, 2n)]
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 12 }), (events) => {
      const all = buildEvents('testnet', ...before, ...events, ...after)
      const { moves, unreadable } = decodeEvmMoves(all, 'testnet', TOKENS)
      expect(moves.length).toBeLessThanOrEqual(MAX_EVM_MOVES)
      expect(moves[0]).toMatchObject({ from: null, to: ALICE, vaultUuid: 1n })
      expect(moves.at(-1)).toMatchObject({ from: BOB, to: null, vaultUuid: 2n })
      for (const { units } of moves) expect(units).toBeGreaterThan(0n)
      for (const { reason } of unreadable) expect(reason.length).toBeLessThanOrEqual(200)
    }),
  )
})
