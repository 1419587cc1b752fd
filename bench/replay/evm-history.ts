import { buildSystemTypeId } from '@app/flow/read/system-contracts.ts'
import { createEvmSigner, encodeWords, LOCAL_EVM_CHAIN } from '@app/flow/testing/evm.ts'
import { encodeDirectCall, encodeLogs, logTransfer } from '@app/flow/testing/evm-events.ts'
import {
  EVM_FEE_ACCOUNT,
  EVM_FLOW_BRIDGE,
  type EvmAddress,
  toEvmAddress,
} from '@app/values/evm-address.ts'
import type { Random } from '@app/world/seed/random.ts'
import {
  addFee,
  buildBlock,
  buildDeposited,
  buildWithdrawn,
  createBlockRandom,
  type EncodedEvent,
  FLOW_VAULT,
  type HistoryOptions,
  type HistoryTransaction,
  NETWORK,
  toEvent,
  toHistoryAddress,
  toTransactionId,
  toUuid,
} from './history.ts'

/** Mean number of transactions of the EVM in a block; half of them are signed. */
export const EVM_TRANSACTIONS_PER_BLOCK = 8

export const EVM_EXECUTED = buildSystemTypeId(NETWORK, 'EVM', 'TransactionExecuted')

/** A token of the EVM that is followed. */
export const HISTORY_TOKEN = {
  ...{ symbol: 'USD', name: 'Dollar', decimals: 6, isWrappedFlow: false },
  address: toEvmAddress('d'.repeat(40)),
}

/** Of Cadence. Half of them bring three, two or one signed ones, whose gas is then passed on by one more. */
const TRANSACTIONS_PER_BLOCK = { min: 2, max: 6 }
const ACCOUNTS = 5_000
const KEYS = 500
/** They come again and again, each time with a hash of its own: signing takes longer than reading. */
const SIGNED = 2_000
const ONE_FLOW = 10n ** 18n

const toCoa = (place: number): EvmAddress =>
  toEvmAddress(`${'0'.repeat(23)}2${place.toString(16).padStart(16, '0')}`)

/** What a transaction of the EVM does: bytes as texts of JSON. */
interface Execution {
  type: number
  payload: string
  logs: string
}

/** Build the transactions of a block, the same at each call. */
export const BLOCK_BUILDERS = { cadence: buildBlock, evm: buildEvmBlock }

function buildEvmBlock({ seed }: HistoryOptions, height: number): HistoryTransaction[] {
  const random = createBlockRandom(seed, height)
  const { min, max } = TRANSACTIONS_PER_BLOCK
  return Array.from({ length: random.integer(min, max) }, (_, position) => {
    const uuid = toUuid(height, position)
    const place = random.integer(0, ACCOUNTS - 1)
    const moved = random.integer(0, 1) === 0 ? relay(random, uuid) : act(random, { uuid, place })
    const id = toTransactionId(height, position)
    return addFee(id, toHistoryAddress(place), { uuid, moved })
  })
}

/** Runs signed transactions, and passes on their gas. */
function relay(random: Random, uuid: number): EncodedEvent[] {
  const signed = listSigned()
  const executed = Array.from({ length: random.integer(1, 3) }, (_, index) =>
    toExecuted(uuid + index, random.pick(signed)),
  )
  const to = toCoa(random.integer(0, 19))
  const refund = toDirect({ subType: 3, from: EVM_FEE_ACCOUNT, to, value: 10n ** 13n })
  return [...executed, toExecuted(uuid + executed.length, refund)]
}

/** Deposits, withdraws, or calls from the Cadence-owned account (COA) of an account. */
function act(random: Random, { uuid, place }: { uuid: number; place: number }): EncodedEvent[] {
  const coa = toCoa(place)
  const kind = random.integer(0, 9)
  const flow = random.integer(1, 500)
  const value = BigInt(flow) * ONE_FLOW
  const amount = `${flow}.00000000`
  const vault = { token: FLOW_VAULT, amount, uuid }
  const account = toHistoryAddress(place)
  if (kind < 2) {
    const executed = toDirect({ subType: 1, from: EVM_FLOW_BRIDGE, to: coa, value })
    const crossing = toCrossing('Deposited', { coa, amount, uuid })
    return [buildWithdrawn({ ...vault, from: account }), toExecuted(uuid, executed), crossing]
  }
  if (kind < 4) {
    const executed = toDirect({ subType: 2, from: coa, to: EVM_FLOW_BRIDGE, value })
    const crossing = toCrossing('Withdrawn', { coa, amount, uuid })
    return [toExecuted(uuid, executed), crossing, buildDeposited({ ...vault, to: account })]
  }
  const to = toCoa(random.integer(0, ACCOUNTS - 1))
  if (kind < 7) return [toExecuted(uuid, toDirect({ subType: 5, from: coa, to, value }))]
  return [toExecuted(uuid, payToken(coa, to, BigInt(flow)))]
}

type Call = Parameters<typeof encodeDirectCall>[0]

const toDirect = (call: Call): Execution => ({
  type: 255,
  payload: toByteTexts(encodeDirectCall(call)),
  logs: '',
})

function payToken(from: EvmAddress, to: EvmAddress, units: bigint): Execution {
  const call = encodeDirectCall(
    { subType: 5, from, to: HISTORY_TOKEN.address },
    buildInput(to, units),
  )
  return { type: 255, payload: toByteTexts(call), logs: buildLogs(from, to, units) }
}

/** As for `transfer(address,uint256)`. */
const buildInput = (to: EvmAddress, units: bigint) =>
  `0xa9059cbb${Buffer.from(encodeWords(to, units)).toString('hex')}` as const

const buildLogs = (from: EvmAddress, to: EvmAddress, units: bigint): string =>
  toByteTexts(
    Uint8Array.from(encodeLogs([logTransfer(HISTORY_TOKEN.address, from, to, units)]), Number),
  )

let signed: Execution[] | null = null

/** Payments of FLOW and of the token, among those with keys and COAs. */
function listSigned(): readonly Execution[] {
  signed ??= signAll()
  return signed
}

function signAll(): Execution[] {
  const random = createBlockRandom(1, 1)
  const signers = Array.from({ length: KEYS }, (_, index) =>
    createEvmSigner(`0x${(index + 1).toString(16).padStart(64, '0')}`),
  )
  const fees = { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, gas: 100_000n }
  return Array.from({ length: SIGNED }, (_, index) => {
    const { sign, address } = random.pick(signers)
    const to =
      random.integer(0, 1) === 0
        ? toCoa(random.integer(0, ACCOUNTS - 1))
        : random.pick(signers).address
    const units = BigInt(random.integer(1, 1e9))
    const common = {
      type: 'eip1559',
      chainId: LOCAL_EVM_CHAIN,
      nonce: BigInt(index),
      ...fees,
    } as const
    const isToken = random.integer(0, 1) === 0
    const order = isToken
      ? { to: HISTORY_TOKEN.address, value: 0n, data: buildInput(to, units) }
      : { to, value: units * 10n ** 9n }
    return {
      type: 2,
      payload: toByteTexts(sign({ ...common, ...order })),
      logs: isToken ? buildLogs(address, to, units) : '',
    }
  })
}

function toExecuted(number: number, { type, payload, logs }: Execution): EncodedEvent {
  const hash = Buffer.alloc(32, 1)
  hash.writeDoubleBE(number)
  return toEvent(EVM_EXECUTED, {
    hash: ['Bytes', toByteTexts(hash)],
    index: ['UInt16', '0'],
    type: ['UInt8', String(type)],
    payload: ['Bytes', payload],
    errorCode: ['UInt16', '0'],
    errorMessage: ['String', ''],
    gasConsumed: ['UInt64', '21000'],
    contractAddress: ['String', ''],
    logs: ['Bytes', logs],
    blockHeight: ['UInt64', String(number)],
    returnedData: ['Bytes', ''],
    precompiledCalls: ['Bytes', ''],
    stateUpdateChecksum: ['Bytes', toByteTexts(Uint8Array.of(1, 2, 3, 4))],
  })
}

function toCrossing(
  direction: 'Deposited' | 'Withdrawn',
  { coa, amount, uuid }: { coa: EvmAddress; amount: string; uuid: number },
): EncodedEvent {
  return toEvent(buildSystemTypeId(NETWORK, 'EVM', `FLOWTokens${direction}`), {
    address: ['String', coa.slice(2)],
    amount: ['UFix64', amount],
    [`${direction.toLowerCase()}UUID`]: ['UInt64', String(uuid + 1)],
    balanceAfterInAttoFlow: ['UInt', String(9_000n * ONE_FLOW)],
  })
}

const BYTE_TEXTS = Array.from({ length: 256 }, (_, byte) => `{"value":"${byte}","type":"UInt8"}`)

/** Returns the elements of an array of bytes as JSON-CDC. */
const toByteTexts = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => BYTE_TEXTS[byte]).join(',')
