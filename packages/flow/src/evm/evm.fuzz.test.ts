import { NETWORKS } from '@app/values/network.ts'
import fc from 'fast-check'
import * as Rlp from 'ox/Rlp'
import { expect, test } from 'vitest'
import { anyJson } from '../testing/arbitrary-cadence.ts'
import {
  ALICE,
  BOB,
  buildEvents,
  DOLLAR,
  type EmittedEvent,
  emitDeposit,
  emitWithdrawal,
  encodeLogs,
  logTransfer,
  NATIVE,
  TOKENS,
  WFLOW,
} from '../testing/evm-events.ts'
import { RECORDED, toEvmEvent } from '../testing/recorded-evm.ts'
import {
  decodeCoaCreated,
  decodeFlowDeposited,
  decodeFlowWithdrawn,
  decodeTokenCrossing,
} from './decode-evm-event.ts'
import { decodeEvmMoves, MAX_EVM_MOVES } from './decode-evm-moves.ts'
import { decodeEvmTransaction } from './decode-evm-transaction.ts'
import type { RlpValue } from './read-fields.ts'

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
  .value.map((value) => Array.from(Rlp.from(value, { as: 'Bytes' }), BigInt))

const typedRlp = fc
  .tuple(fc.constantFrom(1n, 2n, 3n, 4n, 255n), anyRlp)
  .map((parts) => parts.flat())
const anyBytes = fc.oneof(fc.array(byte, { maxLength: 200 }), anyRlp, typedRlp)

/** Whatever a field might contain. */
const anyValue = fc.oneof(
  { weight: 3, arbitrary: anyBytes },
  anyJson,
  fc.bigInt(),
  fc.array(fc.oneof(fc.bigInt(), anyJson), { maxLength: 3 }),
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

const LOGS = encodeLogs([
  ...[logTransfer(NATIVE, ALICE, BOB, 5n), logTransfer(DOLLAR, BOB, ALICE, 2n ** 256n - 1n)],
  ...[logTransfer(WFLOW, ALICE, BOB, 1n), { address: DOLLAR, words: [], data: '0x' }],
]).slice(2)

interface Change {
  at: number
  remove: number
  insert: bigint[]
}

/** Removes, overwrites and inserts bytes; `at` is a share of the length. */
function change(bytes: unknown, changes: readonly Change[]): unknown {
  const changed = [...(bytes as bigint[])]
  for (const { at, remove, insert } of changes) {
    changed.splice(Math.floor(at * changed.length), remove, ...insert)
  }
  return changed
}

const anyChanges = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat(4),
    insert: fc.array(byte, { maxLength: 4 }),
  }),
  { maxLength: 4 },
)

/** The fields of a real transaction, of which some bytes are others. */
const mutatedFields = fc
  .tuple(fc.constantFrom(...Object.values(RECORDED)), anyChanges, anyChanges, fc.boolean())
  .map(([recorded, inPayload, inLogs, hasLogs]) => {
    const { fields } = toEvmEvent(hasLogs ? { ...recorded, logs: LOGS } : recorded)
    const { payload, logs } = fields
    return { ...fields, payload: change(payload, inPayload), logs: change(logs, inLogs) }
  })

test('any fields are decoded, or are unreadable with a reason', () => {
  fc.assert(
    fc.property(fc.oneof(anyFields, mutatedFields), (fields: Record<string, unknown>) => {
      const decoded = [
        decodeEvmTransaction(fields),
        decodeFlowDeposited(fields),
        decodeFlowWithdrawn(fields),
        decodeCoaCreated(fields),
        decodeTokenCrossing('bridged in', { ...fields, bridgeAddress: bridge }, bridge),
        decodeTokenCrossing('bridged out', { ...fields, bridgeAddress: bridge }, bridge),
      ]
      const kinds = ['evm', 'deposited', 'withdrawn', 'coa created', 'bridged in', 'bridged out']
      decoded.forEach((event, index) => {
        if (event?.kind !== 'unreadable') expect(event?.kind).toBe(kinds[index])
        else expect(event.reason.length).toBeLessThanOrEqual(200)
      })
    }),
  )
})

const anyEvent: fc.Arbitrary<EmittedEvent> = fc.oneof(
  fc.record({
    name: fc.constantFrom(
      ...['TransactionExecuted', 'FLOWTokensDeposited', 'FLOWTokensWithdrawn'],
      ...[
        'CadenceOwnedAccountCreated',
        `A.${bridge.slice(2)}.IFlowEVMTokenBridge.BridgedTokensToEVM`,
      ],
      ...[`A.${bridge.slice(2)}.IFlowEVMTokenBridge.BridgedTokensFromEVM`, 'A.1.Other.Event'],
    ),
    fields: anyFields,
  }),
  fc.record({ name: fc.constant('TransactionExecuted'), fields: mutatedFields }),
)

test('any events leave those before and after them as they are', () => {
  const [before, after] = [emitDeposit(ALICE, 5n, 1n), emitWithdrawal(BOB, 6n, 2n)]
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 12 }), (events) => {
      const all = buildEvents('testnet', ...before, ...events, ...after)
      const result = decodeEvmMoves(all, 'testnet', TOKENS)
      expect(result.moves.length).toBeLessThanOrEqual(MAX_EVM_MOVES)
      expect(result.moves[0]).toMatchObject({ from: null, to: ALICE, vaultUuid: 1n })
      expect(result.moves.at(-1)).toMatchObject({ from: BOB, to: null, vaultUuid: 2n })
      for (const { units } of result.moves) expect(units).toBeGreaterThan(0n)
    }),
  )
})

test('a transaction with as many logs as an event can hold is decoded, within the bound', () => {
  const logs = encodeLogs(
    Array.from({ length: 6_000 }, (_, index) =>
      logTransfer(
        DOLLAR,
        ALICE,
        `0x${(0x10000 + index).toString(16).padStart(40, '5')}`,
        BigInt(index),
      ),
    ),
  ).slice(2)
  const events = [toEvmEvent({ ...RECORDED.payToken, logs })]
  const result = decodeEvmMoves(events, 'local', TOKENS)
  expect(result.moves).toHaveLength(MAX_EVM_MOVES)
  expect(result.omittedMoves).toBe(5_999 - MAX_EVM_MOVES)
})
