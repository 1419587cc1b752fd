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
  emitWithdrawal,
  encodeLogs,
  logTransfer,
  NATIVE,
  TOKENS,
  WFLOW,
} from '../testing/evm-events.ts'
import { RECORDED, toEvmEvent, toUint8s } from '../testing/recorded-evm.ts'
import { decodeEvmMoves, type EvmMoves, MAX_EVM_MOVES } from './decode-evm-moves.ts'

const COA = toEvmAddress('0x00000000000000000000000244ab480000000000')
const ZERO = toEvmAddress('0'.repeat(40))
const ONE_FLOW = 10n ** 18n

const decode = (...events: EmittedEvent[]) =>
  decodeEvmMoves(buildEvents('local', ...events), 'local', TOKENS)

const getPayments = ({ moves }: EvmMoves) =>
  moves.map((move) => [move.token, move.from, move.to, move.units])

const call = (logs: EmittedLog[], value = 0n) =>
  emitCall({ subType: 5, from: ALICE, to: BOB, value, logs })

describe('FLOW of the chain itself', () => {
  test('moves with a transaction, and inside of it where the chain logs that (EIP-7708)', () => {
    const before = { ...RECORDED.payInside, logs: '' }
    const paid = ['FLOW', COA, '0xb8bfaaad56286a9c25646eac7aabc7e0d9a20cb6', ONE_FLOW]
    expect(getPayments(decodeEvmMoves([toEvmEvent(before)], 'local'))).toEqual([paid])
    expect(getPayments(decodeEvmMoves([toEvmEvent(RECORDED.payInside)], 'local'))).toEqual([
      paid,
      ['FLOW', paid[2], '0x7e5f4552091a69125d5dfcb7b8c2659029395bdf', ONE_FLOW / 3n],
    ])
  })

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
    expect(decode(failed, toSelf, inside)).toEqual({
      moves: [],
      omittedMoves: 0,
      skippedLogs: 0,
      unreadable: [],
    })
  })

  test('is ignored where a contract of another account is called EVM', () => {
    const [real] = buildEvents('local', call([], 5n))
    const forged = { ...real!, type: 'A.179b6b1cb6755e31.EVM.TransactionExecuted' }
    expect(getPayments(decodeEvmMoves([forged], 'local'))).toEqual([])
    expect(getPayments(decodeEvmMoves([real!], 'local'))).toHaveLength(1)
  })
})

describe('what crosses between Cadence and the EVM', () => {
  test('has the vault at its other end', () => {
    const result = decode(...emitDeposit(ALICE, 5n, 71n), ...emitWithdrawal(ALICE, 2n, 72n))
    expect(result).toMatchObject({ omittedMoves: 0, skippedLogs: 0, unreadable: [] })
    const atto = 10n ** 10n
    const flow = { token: 'FLOW', evmHeight: 3, evmHash: `0x${'07'.repeat(32)}` }
    expect(result.moves).toEqual([
      {
        ...{ ...flow, from: null, to: ALICE, units: 5n * atto },
        ...{ vaultUuid: 71n, initiator: null, eventIndex: 0 },
      },
      {
        ...{ ...flow, from: ALICE, to: null, units: 2n * atto },
        ...{ vaultUuid: 72n, initiator: ALICE, eventIndex: 2 },
      },
    ])
  })

  test('passes on what the receiving contract pays at once', () => {
    const logs = [
      logTransfer(NATIVE, EVM_FLOW_BRIDGE, BOB, 5n * 10n ** 10n),
      logTransfer(NATIVE, BOB, CAROL, 3n),
    ]
    const value = 5n * 10n ** 10n
    const logged = emitCall({ subType: 1, from: EVM_FLOW_BRIDGE, to: BOB, value, logs })
    const [, vault] = emitDeposit(BOB, 5n, 71n)
    const result = decode(logged, vault)
    expect(getPayments(result)).toEqual([
      ['FLOW', null, BOB, 5n * 10n ** 10n],
      ['FLOW', BOB, CAROL, 3n],
    ])
    expect(result.moves.map(({ vaultUuid }) => vaultUuid)).toEqual([71n, null])
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
  const signer = createEvmSigner(
    '0x0000000000000000000000000000000000000000000000000000000000000001',
  )
  const refund = (to: string, value: bigint) =>
    emitCall({ subType: 3, from: EVM_FEE_ACCOUNT, to, value })

  function run(order: { to?: `0x${string}`; value?: bigint; gasPrice: bigint }, hasFailed = false) {
    const { to = BOB, value = 0n, gasPrice } = order
    const signed = signer.sign({
      type: 'legacy',
      chainId: 646,
      nonce: 0n,
      gas: 1n,
      to,
      value,
      gasPrice,
    })
    const { fields } = call([])
    const payload = toUint8s(Buffer.from(signed).toString('hex'))
    const errorCode = hasFailed ? 306n : 0n
    return { name: 'TransactionExecuted', fields: { ...fields, type: 0n, payload, errorCode } }
  }
  const ONE_FLOW_IN_ALL = ONE_FLOW / 21_000n + 1n

  test('moves nothing, whoever gets it', () => {
    const gasPrice = ONE_FLOW_IN_ALL - 1n
    expect(decode(run({ gasPrice }), refund(CAROL, gasPrice * 21_000n)).moves).toEqual([])
  })

  test('from 1 FLOW on is a payment to who ran the transaction, also of one that failed', () => {
    const gasPrice = ONE_FLOW_IN_ALL
    const paid = ['FLOW', signer.address, CAROL, gasPrice * 21_000n]
    for (const hasFailed of [false, true]) {
      const result = decode(run({ gasPrice }, hasFailed), refund(CAROL, gasPrice * 21_000n))
      expect(getPayments(result)).toEqual([paid])
    }
  })

  test('takes along what is paid to the fee account in the same run, and nothing else', () => {
    const paid = { to: EVM_FEE_ACCOUNT, value: 5n, gasPrice: 1n }
    const before = emitCall({ subType: 5, from: ALICE, to: EVM_FEE_ACCOUNT, value: 7n })
    const result = decode(before, run(paid), run(paid), refund(CAROL, 42_010n), refund(BOB, 1n))
    expect(getPayments(result)).toEqual([
      ['FLOW', ALICE, EVM_FEE_ACCOUNT, 7n],
      ['FLOW', signer.address, CAROL, 5n],
      ['FLOW', signer.address, CAROL, 5n],
    ])
  })

  test('leaves wrapped FLOW and tokens with the fee account', () => {
    const { name, fields } = run({ gasPrice: 1n })
    const logs = encodeLogs(
      [WFLOW, DOLLAR].map((at) => logTransfer(at, ALICE, EVM_FEE_ACCOUNT, 5n)),
    )
    const paid = { name, fields: { ...fields, logs: toUint8s(logs.slice(2)) } }
    expect(getPayments(decode(paid, refund(CAROL, 21_000n)))).toEqual([
      ['FLOW', ALICE, EVM_FEE_ACCOUNT, 5n],
      [DOLLAR, ALICE, EVM_FEE_ACCOUNT, 5n],
    ])
  })

  test('that somebody pays to himself moves nothing', () => {
    const paid = run({ to: EVM_FEE_ACCOUNT, value: 5n, gasPrice: 1n })
    expect(decode(paid, refund(signer.address, 21_005n)).moves).toEqual([])
  })
})

describe('many movements', () => {
  test('are bounded, and small ones do not hide large ones', () => {
    const dust = Array.from({ length: MAX_EVM_MOVES }, (_, index) =>
      logTransfer(WFLOW, ALICE, toEvmAddress((0x10000 + index).toString(16).padStart(40, '5')), 1n),
    )
    const large = [logTransfer(WFLOW, ALICE, CAROL, 9n), logTransfer(DOLLAR, ALICE, CAROL, 1n)]
    const result = decode(call([...dust.slice(9), ...large, ...dust.slice(0, 9)]))
    expect(result.moves).toHaveLength(MAX_EVM_MOVES)
    expect(result.omittedMoves).toBe(2)
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

  test('that are just within the bound all stay, in order', () => {
    const logs = Array.from({ length: MAX_EVM_MOVES }, (_, index) =>
      logTransfer(WFLOW, ALICE, BOB, BigInt((index * 7) % MAX_EVM_MOVES) + 1n),
    )
    const result = decode(call(logs))
    expect(result.moves.map(({ units }) => units)).toEqual(logs.map(({ data }) => data))
    expect(result.omittedMoves).toBe(0)
  })
})

test('an unreadable event is told with its index, and the others are decoded', () => {
  const broken = { name: 'TransactionExecuted', fields: {} }
  const result = decode(call([], 5n), broken, call([], 6n))
  expect(getPayments(result).map(([, , , units]) => units)).toEqual([5n, 6n])
  expect(result.unreadable).toEqual([{ eventIndex: 1, reason: 'payload is no array' }])
})

describe('any sequence of calls', () => {
  const amount = fc.bigInt(0n, 2n ** 90n)
  const party = fc.constantFrom(ALICE, BOB, CAROL, WFLOW, COA)
  const pay = fc.record({ from: party, to: party, value: amount, hasFailed: fc.boolean() })
  const logged = fc.record({
    at: fc.constantFrom(WFLOW, DOLLAR),
    from: party,
    to: party,
    units: amount,
  })

  test('moves the sum of what is paid, whether the chain logs it or not', () => {
    fc.assert(
      fc.property(fc.array(pay, { maxLength: 20 }), fc.array(logged), (payments, transfers) => {
        const tokenLogs = transfers.map(({ at, from, to, units }) =>
          logTransfer(at, from, to, units),
        )
        const emit = (isLogged: boolean) =>
          payments.map(({ from, to, value, hasFailed }) => {
            const own = value > 0n && from !== to ? [logTransfer(NATIVE, from, to, value)] : []
            const logs = [...(isLogged ? own : []), ...tokenLogs]
            return emitCall({ subType: 5, from, to, value, hasFailed, logs })
          })
        const result = decode(...emit(true))
        expect(result).toEqual({ ...decode(...emit(false)), moves: expect.any(Array) })
        const sum = (units: bigint[]) => units.reduce((total, one) => total + one, 0n)
        const executed = payments.filter(({ hasFailed }) => !hasFailed)
        const isReal = (from: string, to: string) => from !== to
        const native = executed.filter(
          ({ from, to }) => isReal(from, to) && from !== WFLOW && to !== WFLOW,
        )
        const tokens = transfers.filter(({ from, to }) => isReal(from, to))
        const expected =
          sum(native.map(({ value }) => value)) +
          BigInt(executed.length) * sum(tokens.map(({ units }) => units))
        fc.pre(result.omittedMoves === 0)
        expect(sum(result.moves.map(({ units }) => units))).toBe(expected)
      }),
    )
  })
})
