import { type EvmAddress, toEvmAddress, ZERO_EVM_ADDRESS } from '@app/values/evm-address.ts'
import { decodeEvmLogs, type EvmLog } from './decode-evm-logs.ts'
import {
  asBytes,
  asEvmAddress,
  asList,
  asUnsigned,
  getBytes,
  getSafeInteger,
  getText,
  getUnsigned,
  type RlpValue,
  readOrExplain,
  readRlpList,
  toHex,
  type UnreadableEvent,
} from './read-fields.ts'
import { recoverSender } from './recover-sender.ts'

/** What Cadence had the EVM do: the number on the chain is the index, from 1. */
const DIRECT_CALLS = ['deposit', 'withdraw', 'transfer', 'deploy', 'call'] as const

/** A transaction that the EVM executed, sent by Cadence (a direct call) or signed with a key. */
export interface EvmTransaction {
  kind: 'evm'
  /** `0x` and 64 hex digits. */
  hash: string
  /** Of the block in the EVM, and the index of the transaction there. */
  evmHeight: number
  evmIndex: number
  /** Of a direct call the account that Cadence called for, else who signed. */
  from: EvmAddress
  /** `null` for one that creates a contract. */
  to: EvmAddress | null
  createdContract: EvmAddress | null
  /** Sent to `to` or to the created contract, in 10⁻¹⁸ FLOW. */
  valueAtto: bigint
  isDirectCall: boolean
  /** `null` for one that is signed. */
  subType: (typeof DIRECT_CALLS)[number] | null
  /** Then nothing moved but the gas. */
  hasFailed: boolean
  gas: bigint
  /** What it paid for the gas, also when it failed, in 10⁻¹⁸ FLOW; a direct call pays nothing. */
  gasCostAtto: bigint
  logs: EvmLog[]
}

/** Who sends what to whom, as the payload of a transaction says. */
interface Order
  extends Pick<EvmTransaction, 'from' | 'to' | 'valueAtto' | 'isDirectCall' | 'subType'> {
  gasPriceAtto: bigint
}

/** Decodes the fields of `EVM.TransactionExecuted`. Never throws. Source: flow-go `fvm/evm/events`. */
export function decodeEvmTransaction(
  fields: Record<string, unknown>,
): EvmTransaction | UnreadableEvent {
  return readOrExplain(() => {
    const payload = getBytes(fields, 'payload')
    const isDirectCall = getSafeInteger(fields, 'type') === DIRECT_CALL_TYPE
    const { gasPriceAtto, ...order } = isDirectCall
      ? decodeDirectCall(payload)
      : decodeSigned(payload)
    const gas = getUnsigned(fields, 'gasConsumed')
    const contract = getText(fields, 'contractAddress')
    return {
      kind: 'evm',
      hash: `0x${toHex(asBytes(getBytes(fields, 'hash'), 32))}`,
      evmHeight: getSafeInteger(fields, 'blockHeight'),
      evmIndex: getSafeInteger(fields, 'index'),
      ...order,
      createdContract: contract === '' ? null : toEvmAddress(contract),
      hasFailed: getSafeInteger(fields, 'errorCode') !== 0,
      gas,
      gasCostAtto: gas * gasPriceAtto,
      logs: decodeEvmLogs(getBytes(fields, 'logs')),
    }
  })
}

const DIRECT_CALL_TYPE = 255

/** Its type, and then RLP of `[type, subType, from, to, data, value, gasLimit, nonce]`. */
function decodeDirectCall(payload: Uint8Array): Order {
  if (payload[0] !== DIRECT_CALL_TYPE) throw new TypeError('a direct call has another type')
  const fields = readRlpList(payload.subarray(1))
  if (fields.length !== 8) throw new TypeError(`a direct call has ${fields.length} fields`)
  const number = asUnsigned(fields[1])
  const subType = DIRECT_CALLS[Number(number) - 1]
  if (subType === undefined) throw new TypeError(`${number} is no known direct call`)
  const to = asEvmAddress(fields[3])
  return {
    from: asEvmAddress(fields[2]),
    to: to === ZERO_EVM_ADDRESS ? null : to,
    valueAtto: asUnsigned(fields[5]),
    gasPriceAtto: 0n,
    isDirectCall: true,
    subType,
  }
}

/** Where the fields of a signed transaction are; the value follows the recipient. */
interface Layout {
  /** Number of fields, with the signature. */
  count: number
  /** The lowest of these is paid: the base fee of Flow's EVM is zero. */
  gasPrices: readonly number[]
  recipient: number
}

const LEGACY: Layout = { count: 9, gasPrices: [1], recipient: 3 }

/** By the type byte (EIP-2718): with access lists, dynamic fees, blobs, code for accounts that have keys. */
const LAYOUTS: ReadonlyMap<number, Layout> = new Map([
  [1, { count: 11, gasPrices: [2], recipient: 4 }],
  [2, { count: 12, gasPrices: [2, 3], recipient: 5 }],
  [3, { count: 14, gasPrices: [2, 3], recipient: 5 }],
  [4, { count: 13, gasPrices: [2, 3], recipient: 5 }],
])

/** The first byte of a list in RLP. */
const FIRST_LIST_BYTE = 0xc0

/**
 * Only what names sender, recipient and value is read: the EVM takes transactions whose other parts are
 * wrong, such as an authorization (EIP-7702) that nobody signed, and nobody may hide behind these.
 */
function decodeSigned(payload: Uint8Array): Order {
  const [type = 0] = payload
  if (type >= FIRST_LIST_BYTE) return toOrder(readRlpList(payload), LEGACY, null)
  const layout = LAYOUTS.get(type)
  if (layout === undefined) throw new TypeError(`${type} is no known type of transactions`)
  const fields = readRlpList(payload.subarray(1))
  return toOrder(Array.isArray(fields[0]) ? asList(fields[0]) : fields, layout, type)
}

function toOrder(fields: readonly RlpValue[], layout: Layout, type: number | null): Order {
  if (fields.length !== layout.count) {
    throw new TypeError(`a transaction of type ${type ?? 0} has ${fields.length} fields`)
  }
  const to = asBytes(fields[layout.recipient])
  const prices = layout.gasPrices.map((index) => asUnsigned(fields[index]))
  return {
    from: recoverSender(fields, type),
    to: to.length === 0 ? null : asEvmAddress(to),
    valueAtto: asUnsigned(fields[layout.recipient + 1]),
    gasPriceAtto: prices.find((price) => prices.every((other) => price <= other)) ?? 0n,
    isDirectCall: false,
    subType: null,
  }
}
