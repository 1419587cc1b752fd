import { toEvmAddress } from '@app/values/evm-address.ts'
import { describe, expect, test } from 'vitest'
import {
  ALICE,
  BOB,
  buildEvents,
  CAROL,
  DOLLAR,
  type EmittedEvent,
  type EmittedLog,
  emitCall,
  logTransfer,
  NATIVE,
  TOKENS,
  TRANSFER,
  WFLOW,
} from '../testing/evm-events.ts'
import { RECORDED, toEvmEvent } from '../testing/recorded-evm.ts'
import { decodeEvmMoves, type EvmMoves } from './decode-evm-moves.ts'

const ZERO = toEvmAddress('0'.repeat(40))

const decode = (...events: EmittedEvent[]) =>
  decodeEvmMoves(buildEvents('local', ...events), 'local', TOKENS)

const getPayments = ({ moves }: EvmMoves) =>
  moves.map((move) => [move.token, move.from, move.to, move.units])

const call = (logs: EmittedLog[], value = 0n) =>
  emitCall({ subType: 5, from: ALICE, to: BOB, value, logs })

describe('FLOW that is wrapped', () => {
  test('or unwrapped moves nothing, whether that is logged or not', () => {
    const wrap = { subType: 5, from: ALICE, to: WFLOW, value: 5n }
    const inside = call([
      logTransfer(NATIVE, BOB, WFLOW, 5n),
      logTransfer(NATIVE, WFLOW, BOB, 5n),
      logTransfer(WFLOW, ZERO, BOB, 5n),
      logTransfer(WFLOW, BOB, ZERO, 5n),
    ])
    const logged = emitCall({ ...wrap, logs: [logTransfer(NATIVE, ALICE, WFLOW, 5n)] })
    expect(decode(emitCall(wrap), logged, inside).moves).toEqual([])
  })

  test('is FLOW when it is paid', () => {
    const paid = call([logTransfer(WFLOW, ALICE, CAROL, 5n)])
    expect(getPayments(decode(paid))).toEqual([['FLOW', ALICE, CAROL, 5n]])
  })

  test('is a payment as long as nobody lists the contract', () => {
    const coa = toEvmAddress('0x00000000000000000000000244ab480000000000')
    const contract = toEvmAddress('0xf6d7dff7612f773f6305362baebd0ac2674027bc')
    const events = [toEvmEvent(RECORDED.unwrap)]
    const listed = TOKENS.slice(0, 1).map((token) => ({ ...token, address: contract }))
    expect(getPayments(decodeEvmMoves(events, 'local'))).toEqual([
      ['FLOW', contract, coa, 10n ** 18n],
    ])
    expect(decodeEvmMoves(events, 'local', listed).moves).toEqual([])
  })
})

describe('a token', () => {
  test('moves when it is listed, in exact units', () => {
    const most = 2n ** 256n - 1n
    const logs = [
      logTransfer(DOLLAR, ALICE, BOB, most),
      logTransfer(CAROL, ALICE, BOB, 5n),
      logTransfer(DOLLAR, ZERO, BOB, 6n),
      logTransfer(DOLLAR, BOB, ZERO, 7n),
    ]
    const result = decode(call(logs))
    expect(getPayments(result)).toEqual([
      [DOLLAR, ALICE, BOB, most],
      [DOLLAR, null, BOB, 6n],
      [DOLLAR, BOB, null, 7n],
    ])
    expect(result.moves).toMatchObject(Array(3).fill({ vaultUuid: null, initiator: ALICE }))
  })

  test('with logs that only look like transfers is counted', () => {
    const [from, to] = [BigInt(ALICE), BigInt(BOB)]
    const logs: EmittedLog[] = [
      { address: DOLLAR, words: [TRANSFER, from, to, 1n], data: 5n },
      { address: DOLLAR, words: [TRANSFER], data: 5n },
      { address: DOLLAR, words: [TRANSFER, from, to], data: `0x${'00'.repeat(31)}` },
      { address: DOLLAR, words: [TRANSFER, from, to], data: `0x${'00'.repeat(64)}` },
      { address: DOLLAR, words: [TRANSFER, from + 2n ** 160n, to], data: 5n },
      { address: DOLLAR, words: [TRANSFER, from, to + 2n ** 255n], data: 5n },
      { address: DOLLAR, words: [TRANSFER + 1n, from, to], data: 5n },
      { address: DOLLAR, words: [], data: '0x' },
      { address: CAROL, words: [TRANSFER], data: 5n },
      logTransfer(DOLLAR, ALICE, BOB, 5n),
    ]
    const result = decode(call(logs))
    expect(result.skippedLogs).toBe(6)
    expect(getPayments(result)).toEqual([[DOLLAR, ALICE, BOB, 5n]])
  })
})
