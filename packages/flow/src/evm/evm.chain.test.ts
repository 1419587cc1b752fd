import type { EvmToken } from '@app/values/define-network.ts'
import { EVM_FEE_ACCOUNT, type EvmAddress, isCadenceOwned } from '@app/values/evm-address.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arg, type CadenceArg } from '../decode/cadence-arg.ts'
import type { Signer } from '../keys/create-signer.ts'
import type { TransactionResult } from '../read/chain.ts'
import {
  CALL_FROM_COA,
  CREATE_COA,
  createEvmSigner,
  DEPLOY_FROM_COA,
  encodeWords,
  LOCAL_EVM_CHAIN,
  RUN_SIGNED,
  TEST_CONTRACT,
  WITHDRAW_FROM_COA,
} from '../testing/evm.ts'
import { startTestChain, type TestChain } from '../testing/test-chain.ts'
import { decodeEvmEvent, listEvmEventTypes } from './decode-evm-event.ts'
import { decodeEvmMoves } from './decode-evm-moves.ts'
import type { EvmTransaction } from './decode-evm-transaction.ts'
import type { EvmMove } from './list-evm-transfers.ts'

const ONE_FLOW = 10n ** 18n
const GWEI = 10n ** 9n
const NO_DATA = new Uint8Array()

let chain: TestChain
let alice: Signer
/** The account of alice in the EVM. */
let coa: EvmAddress
let creation: TransactionResult
/** Somebody with a key. */
const bob = createEvmSigner()
let wrappedFlow: EvmToken
let dollar: EvmToken

beforeAll(async () => {
  chain = await startTestChain()
  alice = await chain.createAccount()
  await chain.transfer(chain.service, alice.address, 100_00000000n)
  creation = await send(CREATE_COA, [arg.ufix64(50_00000000n)])
  coa = getCreatedAccount(creation)
  wrappedFlow = await deployToken({ symbol: 'WFLOW', decimals: 18, isWrappedFlow: true })
  dollar = await deployToken({ symbol: 'USD', decimals: 6, isWrappedFlow: false })
  await call(bob.address, NO_DATA, 20n * ONE_FLOW)
})

afterAll(async () => {
  await chain.emulator.stop()
})

/** Sends a Cadence transaction of alice. Throws an error when it fails. */
async function send(cadence: string, args: CadenceArg[]): Promise<TransactionResult> {
  const result = await chain.run({ cadence, args, proposer: alice })
  if (result.error !== null) throw new Error(result.error.text)
  return result
}

const call = (to: EvmAddress, data: Uint8Array, value: bigint): Promise<TransactionResult> =>
  send(CALL_FROM_COA, [arg.string(to), arg.bytes(data), arg.integer('UInt', value)])

const runSigned = (signed: Uint8Array[], coinbase: EvmAddress): Promise<TransactionResult> =>
  send(RUN_SIGNED, [arg.array(signed.map(arg.bytes)), arg.string(coinbase)])

async function deployToken(
  token: Pick<EvmToken, 'symbol' | 'decimals' | 'isWrappedFlow'>,
): Promise<EvmToken> {
  const [deployment] = listTransactions(await send(DEPLOY_FROM_COA, [arg.bytes(TEST_CONTRACT)]))
  if (!deployment?.createdContract) throw new Error('no contract was created')
  return { ...token, name: token.symbol, address: deployment.createdContract }
}

function getCreatedAccount({ events }: TransactionResult): EvmAddress {
  for (const event of events) {
    const decoded = decodeEvmEvent(event, 'local')
    if (decoded?.kind === 'coa created') return decoded.address
  }
  throw new Error('no account was created')
}

const listTransactions = ({ events }: TransactionResult): EvmTransaction[] =>
  events.flatMap((event) => {
    const decoded = decodeEvmEvent(event, 'local')
    return decoded?.kind === 'evm' ? [decoded] : []
  })

/** Asserts that everything was decoded, and returns what moved. */
function getMoves({ events }: TransactionResult): EvmMove[] {
  const { moves, ...others } = decodeEvmMoves(events, 'local', [wrappedFlow, dollar])
  expect(others).toEqual({ omittedMoves: 0, unverified: [], skippedLogs: 0, unreadable: [] })
  return moves
}

/** Returns who paid whom, without where that is recorded. */
const getPayments = (result: TransactionResult): Partial<EvmMove>[] =>
  getMoves(result).map(({ token, from, to, units }) => ({ token, from, to, units }))

describe('FLOW that crosses', () => {
  test('into the EVM comes from the vault that Cadence lost', () => {
    expect(isCadenceOwned(coa)).toBe(true)
    const withdrawn = creation.events.find(({ type }) => type.endsWith('.FungibleToken.Withdrawn'))
    expect(getMoves(creation)).toEqual([
      {
        ...{ token: 'FLOW', from: null, to: coa, units: 50n * ONE_FLOW },
        vaultUuid: withdrawn?.fields.withdrawnUUID,
        initiator: null,
        eventIndex: expect.any(Number),
        evmHash: listTransactions(creation)[1]?.hash,
        evmHeight: listTransactions(creation)[1]?.evmHeight,
      },
    ])
  })

  test('out of it goes to the vault that Cadence deposits, in units that Cadence has', async () => {
    const result = await send(WITHDRAW_FROM_COA, [arg.integer('UInt', ONE_FLOW + 5n)])
    const deposited = result.events.find(({ type }) => type.endsWith('.FungibleToken.Deposited'))
    expect(getMoves(result)).toMatchObject([
      {
        ...{ token: 'FLOW', from: coa, to: null, units: ONE_FLOW },
        vaultUuid: deposited?.fields.depositedUUID,
        initiator: coa,
      },
    ])
  })
})

describe('a call from Cadence', () => {
  test('shows what a contract pays inside of it', async () => {
    const pay = encodeWords(bob.address, ONE_FLOW / 3n, 0n)
    const result = await call(dollar.address, pay, ONE_FLOW)
    expect(getPayments(result)).toEqual([
      { token: 'FLOW', from: coa, to: dollar.address, units: ONE_FLOW },
      { token: 'FLOW', from: dollar.address, to: bob.address, units: ONE_FLOW / 3n },
    ])
  })

  test('that fails moves nothing', async () => {
    const result = await call(dollar.address, Uint8Array.of(0), ONE_FLOW)
    expect(listTransactions(result)).toMatchObject([{ hasFailed: true, valueAtto: ONE_FLOW }])
    expect(getMoves(result)).toEqual([])
  })

  test('wraps and unwraps FLOW, which moves nothing, and pays with it, which does', async () => {
    const wrap = await call(wrappedFlow.address, NO_DATA, 2n * ONE_FLOW)
    const unwrap = await call(wrappedFlow.address, encodeWords(ONE_FLOW), 0n)
    expect(listTransactions(unwrap)[0]?.logs).toHaveLength(1)
    expect([...getMoves(wrap), ...getMoves(unwrap)]).toEqual([])
    const paid = await call(wrappedFlow.address, encodeWords(bob.address, ONE_FLOW), 0n)
    expect(getPayments(paid)).toEqual([
      { token: 'FLOW', from: coa, to: bob.address, units: ONE_FLOW },
    ])
  })
})

describe('a signed transaction', () => {
  const order = (value = ONE_FLOW) => ({ to: coa, value, gas: 300_000n })
  const dynamicFee = { maxFeePerGas: 3n * GWEI, maxPriorityFeePerGas: 2n * GWEI }

  test('of every type is that of its signer, also with an authorization that nobody signed', async () => {
    const { sign, signFields } = bob
    const [chainId, gasPrice] = [LOCAL_EVM_CHAIN, GWEI]
    const [id, tip, cap] = [BigInt(chainId), 2n * GWEI, 3n * GWEI]
    const notSigned = [id, coa, 3n, 9n, 1n, 2n ** 256n - 1n]
    const setCode = [id, 4n, tip, cap, 300_000n, coa, ONE_FLOW, '0x', [], [notSigned]] as const
    const result = await runSigned(
      [
        sign({ type: 'legacy', ...order(), gasPrice, nonce: 0n }),
        sign({ type: 'legacy', ...order(), chainId, gasPrice, nonce: 1n }),
        sign({ type: 'eip2930', ...order(), chainId, gasPrice, nonce: 2n }),
        sign({ type: 'eip1559', ...order(), chainId, ...dynamicFee, nonce: 3n }),
        signFields(4, setCode),
      ],
      dollar.address,
    )
    const signed = { from: bob.address, to: coa, valueAtto: ONE_FLOW, isDirectCall: false }
    const [refund, ...others] = listTransactions(result).toReversed()
    expect(others).toMatchObject(Array(5).fill(signed))
    expect(getPayments(result)).toEqual(
      Array(5).fill({ token: 'FLOW', from: bob.address, to: coa, units: ONE_FLOW }),
    )
    const gasCosts = others.reduce((sum, { gasCostAtto }) => sum + gasCostAtto, 0n)
    expect(refund).toMatchObject({
      from: EVM_FEE_ACCOUNT,
      valueAtto: gasCosts,
      subType: 'transfer',
    })
  })

  test('that pays the fee account, or an extreme price of gas, pays who ran it', async () => {
    const chainId = LOCAL_EVM_CHAIN
    const toFees = { type: 'eip1559', chainId, ...dynamicFee, nonce: 5n } as const
    const asGas = { type: 'legacy', chainId, gasPrice: 10n ** 14n, nonce: 6n } as const
    const result = await runSigned(
      [
        bob.sign({ ...order(), ...toFees, to: EVM_FEE_ACCOUNT }),
        bob.sign({ ...order(0n), ...asGas, gas: 30_000n }),
      ],
      dollar.address,
    )
    const [paid, gas, refund] = listTransactions(result)
    expect([paid, gas]).toMatchObject([{ hasFailed: false }, { hasFailed: false }])
    const payment = { token: 'FLOW', from: bob.address, to: dollar.address }
    expect(getPayments(result)).toEqual([
      { ...payment, units: ONE_FLOW },
      { ...payment, units: gas?.gasCostAtto },
    ])
    const passedOn = ONE_FLOW + (paid?.gasCostAtto ?? 0n) + (gas?.gasCostAtto ?? 0n)
    expect(refund?.valueAtto).toBe(passedOn)
  })
})

test('events of the EVM are found by their types', async () => {
  const { height } = await chain.reader.getLatestBlock()
  const found = await Promise.all(
    listEvmEventTypes('local').map((type) =>
      chain.reader.getEvents(type, 0, Math.min(height, 249)),
    ),
  )
  expect(found.map(({ length }) => length > 0)).toEqual([true, true, true, true])
})
