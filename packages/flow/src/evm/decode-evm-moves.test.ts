import { EVM_FEE_ACCOUNT, EVM_FLOW_BRIDGE, toEvmAddress } from '@app/values/evm-address.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEvmSigner } from '../testing/evm.ts'
import {
  ALICE,
  BOB,
  buildEvents,
  CAROL,
  DOLLAR,
  type EmittedEvent,
  type EmittedLog,
  emitCall,
  emitDeposit,
  emitSigned,
  emitWithdrawal,
  encodeLogs,
  logTransfer,
  NATIVE,
  TOKENS,
  TRANSFER,
  WFLOW,
} from '../testing/evm-events.ts'
import { decodeEvmMoves, type EvmMoves, MAX_EVM_MOVES } from './decode-evm-moves.ts'

const ZERO = toEvmAddress('0'.repeat(40))
const ONE_FLOW = 10n ** 18n
const ATTO_PER_UNIT = 10n ** 10n

const decode = (...events: EmittedEvent[]) =>
  decodeEvmMoves(buildEvents('local', ...events), 'local', TOKENS)

const getPayments = ({ moves }: EvmMoves) =>
  moves.map((move) => [move.token, move.from, move.to, move.units])

const call = (logs: EmittedLog[], value = 0n) =>
  emitCall({ subType: 5, from: ALICE, to: BOB, value, logs })

describe('FLOW of the chain itself', () => {
  test('that is paid twice in one transaction moves twice', () => {
    const logs = [logTransfer(NATIVE, ALICE, BOB, 5n), logTransfer(NATIVE, ALICE, BOB, 5n)]
    expect(getPayments(decode(call(logs, 5n)))).toEqual(Array(2).fill(['FLOW', ALICE, BOB, 5n]))
    const others = [logTransfer(NATIVE, ALICE, BOB, 6n), logTransfer(NATIVE, ALICE, BOB, 5n)]
    expect(getPayments(decode(call(others, 5n)))).toHaveLength(3)
  })

  test('is paid to a contract that the transaction creates', () => {
    const creation = emitCall({ subType: 4, from: ALICE, to: ZERO, value: 5n })
    const created = { ...creation.fields, contractAddress: CAROL }
    expect(getPayments(decode({ ...creation, fields: created }))).toEqual([
      ['FLOW', ALICE, CAROL, 5n],
    ])
  })

  test('does not move by what failed, to oneself, or with no amount', () => {
    const failed = emitCall({ subType: 5, from: ALICE, to: BOB, value: 5n, hasFailed: true })
    const toSelf = emitCall({ subType: 5, from: ALICE, to: ALICE, value: 5n })
    const inside = call([logTransfer(NATIVE, BOB, CAROL, 0n), logTransfer(NATIVE, BOB, BOB, 1n)])
    const nothing = { moves: [], omittedMoves: 0, unverified: [], skippedLogs: 0, unreadable: [] }
    expect(decode(failed, toSelf, inside)).toEqual(nothing)
  })

  test('is ignored where a contract of another account is called EVM', () => {
    const forged = { ...call([], 5n), name: 'A.179b6b1cb6755e31.EVM.TransactionExecuted' }
    expect(decode(forged).moves).toEqual([])
  })

  test('moves nothing when it is wrapped or unwrapped, and is FLOW when it is paid wrapped', () => {
    const wrap = emitCall({ subType: 5, from: ALICE, to: WFLOW, value: 5n })
    const inside = call([
      logTransfer(NATIVE, BOB, WFLOW, 5n),
      logTransfer(NATIVE, WFLOW, BOB, 5n),
      logTransfer(WFLOW, ZERO, BOB, 5n),
      logTransfer(WFLOW, BOB, ZERO, 5n),
      logTransfer(WFLOW, ALICE, CAROL, 6n),
    ])
    expect(getPayments(decode(wrap, inside))).toEqual([['FLOW', ALICE, CAROL, 6n]])
    const unlisted = decodeEvmMoves(buildEvents('local', wrap), 'local')
    expect(getPayments(unlisted)).toEqual([['FLOW', ALICE, WFLOW, 5n]])
  })
})

describe('a token', () => {
  test('moves when it is listed, in exact units', () => {
    const most = 2n ** 256n - 1n
    const result = decode(
      call([
        logTransfer(DOLLAR, ALICE, BOB, most),
        logTransfer(CAROL, ALICE, BOB, 5n),
        logTransfer(DOLLAR, ZERO, BOB, 6n),
        logTransfer(DOLLAR, BOB, ZERO, 7n),
      ]),
    )
    expect(getPayments(result)).toEqual([
      [DOLLAR, ALICE, BOB, most],
      [DOLLAR, null, BOB, 6n],
      [DOLLAR, BOB, null, 7n],
    ])
    expect(result.moves).toMatchObject(Array(3).fill({ vaultUuid: null, initiator: ALICE }))
  })

  test('that is on no list moves nothing; the first 20 things that it says are kept apart', () => {
    const most = 2n ** 256n - 1n
    const hostile = call([
      logTransfer(CAROL, ALICE, BOB, most),
      logTransfer(CAROL, ZERO, BOB, 6n),
      logTransfer(CAROL, BOB, ZERO, 7n),
      logTransfer(CAROL, BOB, BOB, 8n),
      logTransfer(CAROL, ALICE, BOB, 0n),
      { address: CAROL, words: [TRANSFER, BigInt(ALICE), BigInt(BOB), 9n], data: '0x' },
    ])
    const said = { token: CAROL, eventIndex: 0, evmHash: `0x${'07'.repeat(32)}` }
    expect(decode(hostile)).toEqual({
      ...{ moves: [], omittedMoves: 0, skippedLogs: 0, unreadable: [] },
      unverified: [
        { ...said, from: ALICE, to: BOB, units: most },
        { ...said, from: null, to: BOB, units: 6n },
        { ...said, from: BOB, to: null, units: 7n },
      ],
    })
    const many = Array.from({ length: 25 }, () => logTransfer(CAROL, ALICE, BOB, 1n))
    expect(decode(call(many)).unverified).toHaveLength(20)
    expect(
      decode({ ...hostile, fields: { ...hostile.fields, errorCode: 306n } }).unverified,
    ).toEqual([])
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

describe('what crosses between Cadence and the EVM', () => {
  test('has the vault at its other end', () => {
    const result = decode(...emitDeposit(ALICE, 5n, 71n), ...emitWithdrawal(ALICE, 2n, 72n))
    const flow = { token: 'FLOW', evmHeight: 3, evmHash: `0x${'07'.repeat(32)}` }
    expect(result.moves).toEqual([
      {
        ...{ ...flow, from: null, to: ALICE, units: 5n * ATTO_PER_UNIT },
        ...{ vaultUuid: 71n, initiator: null, eventIndex: 0 },
      },
      {
        ...{ ...flow, from: ALICE, to: null, units: 2n * ATTO_PER_UNIT },
        ...{ vaultUuid: 72n, initiator: ALICE, eventIndex: 2 },
      },
    ])
  })

  test('passes on what the receiving contract pays at once', () => {
    const value = 5n * ATTO_PER_UNIT
    const logs = [
      logTransfer(NATIVE, EVM_FLOW_BRIDGE, BOB, value),
      logTransfer(NATIVE, BOB, CAROL, 3n),
    ]
    const paid = emitCall({ subType: 1, from: EVM_FLOW_BRIDGE, to: BOB, value, logs })
    const [, vault] = emitDeposit(BOB, 5n, 71n)
    expect(decode(paid, vault).moves).toMatchObject([
      { from: null, to: BOB, units: value, vaultUuid: 71n },
      { from: BOB, to: CAROL, units: 3n, vaultUuid: null },
    ])
  })

  test('is not crossed by a call that pays the bridge', () => {
    const paid = emitCall({ subType: 5, from: ALICE, to: EVM_FLOW_BRIDGE, value: 5n })
    expect(getPayments(decode(paid))).toEqual([['FLOW', ALICE, EVM_FLOW_BRIDGE, 5n]])
  })

  test('is unreadable where the amounts differ, or the transaction is missing', () => {
    const [paid, vault] = emitDeposit(ALICE, 5n, 71n)
    const other = { ...vault, fields: { ...vault.fields, amount: 6n } }
    const reason = 'no transaction of the same amount precedes it'
    expect(decode(paid, other).unreadable).toEqual([{ eventIndex: 1, reason }])
    expect(decode(vault).unreadable).toEqual([{ eventIndex: 0, reason }])
    expect(decode(paid, call([]), vault).unreadable).toEqual([{ eventIndex: 2, reason }])
    expect(decode(paid, vault, vault).unreadable).toEqual([{ eventIndex: 2, reason }])
  })
})

describe('gas', () => {
  const signer = createEvmSigner()
  const refund = (to: string, value: bigint) =>
    emitCall({ subType: 3, from: EVM_FEE_ACCOUNT, to, value })

  function run(
    order: { to?: `0x${string}`; value?: bigint; gasPrice: bigint },
    fields?: Record<string, unknown>,
  ) {
    const rest = { type: 'legacy', chainId: 646, nonce: 0n, gas: 1n } as const
    return emitSigned(signer.sign({ to: BOB, value: 0n, ...rest, ...order }), fields)
  }
  const ONE_FLOW_IN_ALL = ONE_FLOW / 21_000n + 1n

  test('moves nothing, whoever gets it', () => {
    const gasPrice = ONE_FLOW_IN_ALL - 1n
    expect(decode(run({ gasPrice }), refund(CAROL, gasPrice * 21_000n)).moves).toEqual([])
  })

  test.each([0n, 306n])(
    'from 1 FLOW on is a payment to who ran it, with error code %d',
    (errorCode) => {
      const gasPrice = ONE_FLOW_IN_ALL
      const units = gasPrice * 21_000n
      const result = decode(run({ gasPrice }, { errorCode }), refund(CAROL, units))
      expect(getPayments(result)).toEqual([['FLOW', signer.address, CAROL, units]])
    },
  )

  test('takes along what is paid to the fee account in the same run, and nothing else', () => {
    const paid = { to: EVM_FEE_ACCOUNT, value: 5n, gasPrice: 1n }
    const before = emitCall({ subType: 5, from: ALICE, to: EVM_FEE_ACCOUNT, value: 7n })
    const result = decode(before, run(paid), run(paid), refund(CAROL, 42_010n), refund(BOB, 1n))
    expect(getPayments(result)).toEqual([
      ['FLOW', ALICE, EVM_FEE_ACCOUNT, 7n],
      ['FLOW', signer.address, CAROL, 5n],
      ['FLOW', signer.address, CAROL, 5n],
    ])
    expect(decode(run(paid), refund(signer.address, 21_005n)).moves).toEqual([])
  })

  test('leaves wrapped FLOW and tokens with the fee account', () => {
    const logs = [WFLOW, DOLLAR].map((at) => logTransfer(at, ALICE, EVM_FEE_ACCOUNT, 5n))
    const paid = run({ gasPrice: 1n }, { logs: encodeLogs(logs) })
    expect(getPayments(decode(paid, refund(CAROL, 21_000n)))).toEqual([
      ['FLOW', ALICE, EVM_FEE_ACCOUNT, 5n],
      [DOLLAR, ALICE, EVM_FEE_ACCOUNT, 5n],
    ])
  })
})

describe('many movements', () => {
  test('are bounded, and small ones do not hide large ones', () => {
    const dust = Array.from({ length: MAX_EVM_MOVES }, (_, index) =>
      logTransfer(WFLOW, ALICE, toEvmAddress((0x10000 + index).toString(16).padStart(40, '5')), 1n),
    )
    const large = [logTransfer(WFLOW, ALICE, CAROL, 9n), logTransfer(DOLLAR, ALICE, CAROL, 1n)]
    const result = decode(call([...dust.slice(9), ...large, ...dust.slice(0, 9)]))
    expect(result).toMatchObject({ moves: { length: MAX_EVM_MOVES }, omittedMoves: 2 })
    const others = getPayments(result).filter(([, , to]) => to === CAROL)
    expect(others).toEqual([
      ['FLOW', ALICE, CAROL, 9n],
      [DOLLAR, ALICE, CAROL, 1n],
    ])
  })

  test('between two who send the same back and forth hide none', () => {
    const circle = Array.from({ length: MAX_EVM_MOVES }, () => [
      logTransfer(DOLLAR, ALICE, CAROL, 10n),
      logTransfer(DOLLAR, CAROL, ALICE, 10n),
    ]).flat()
    const result = decode(call([...circle, logTransfer(DOLLAR, ALICE, BOB, 9n)]))
    expect(getPayments(result)).toContainEqual([DOLLAR, ALICE, BOB, 9n])
    expect(result.omittedMoves).toBe(0)
  })
})

test('an unreadable event is reported with its index, and the others are decoded', () => {
  const broken = { name: 'TransactionExecuted', fields: {} }
  const result = decode(call([], 5n), broken, call([], 6n))
  expect(getPayments(result).map(([, , , units]) => units)).toEqual([5n, 6n])
  expect(result.unreadable).toEqual([{ eventIndex: 1, reason: 'payload is no array' }])
})

const amount = fc.bigInt(0n, 2n ** 90n)
const party = fc.constantFrom(ALICE, BOB, CAROL, WFLOW)
const payments = fc.array(
  fc.record({ from: party, to: party, value: amount, hasFailed: fc.boolean() }),
  { maxLength: 20 },
)
const transfers = fc.array(
  fc.record({ at: fc.constantFrom(WFLOW, DOLLAR), from: party, to: party, units: amount }),
)

test('any calls move the sum of what is paid, whether the chain logs it (EIP-7708) or not', () => {
  fc.assert(
    fc.property(payments, transfers, (calls, logged) => {
      const tokenLogs = logged.map(({ at, from, to, units }) => logTransfer(at, from, to, units))
      const emit = (isLogged: boolean) =>
        calls.map(({ from, to, value, hasFailed }) => {
          const own = value > 0n && from !== to ? [logTransfer(NATIVE, from, to, value)] : []
          const logs = [...(isLogged ? own : []), ...tokenLogs]
          return emitCall({ subType: 5, from, to, value, hasFailed, logs })
        })
      const result = decode(...emit(true))
      expect(result).toEqual({ ...decode(...emit(false)), moves: expect.any(Array) })
      fc.pre(result.omittedMoves === 0)
      const sum = (units: bigint[]) => units.reduce((total, one) => total + one, 0n)
      const executed = calls.filter(({ hasFailed }) => !hasFailed)
      const native = executed.filter(
        ({ from, to }) => from !== to && from !== WFLOW && to !== WFLOW,
      )
      const tokens = logged.filter(({ from, to }) => from !== to)
      expect(sum(result.moves.map(({ units }) => units))).toBe(
        sum(native.map(({ value }) => value)) +
          BigInt(executed.length) * sum(tokens.map(({ units }) => units)),
      )
    }),
  )
})
