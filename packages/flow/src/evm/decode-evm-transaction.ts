import { type EvmAddress, toEvmAddress, ZERO_EVM_ADDRESS } from '@app/values/evm-address.ts'
import * as Rlp from 'ox/Rlp'
import * as Hash from 'ox/wasm/Hash'
import * as Secp256k1 from 'ox/wasm/Secp256k1'
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
  readRlpList,
  toHex,
} from './read-fields.ts'

/** What Cadence had the EVM do: the number on the chain is the index, from 1. */
const DIRECT_CALLS = ['deposit', 'withdraw', 'transfer', 'deploy', 'call'] as const

/** What a contract reported in a transaction. Nothing in it is checked: any contract can report anything. */
export interface EvmLog {
  address: EvmAddress
  /** At most four, each 64 hex digits without 0x; the first one says which event it is. */
  topics: readonly string[]
  data: Uint8Array
}

/** A transaction that the EVM executed, sent by Cadence (a direct call) or signed with a key. */
export interface EvmTransaction {
  kind: 'evm'
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

/**
 * Decodes the fields of `EVM.TransactionExecuted`. Throws an error when they do not have the shape that the chain gives
 * them. Source: flow-go `fvm/evm/events`.
 */
export function decodeEvmTransaction(fields: Record<string, unknown>): EvmTransaction {
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
}

function decodeEvmLogs(rlp: Uint8Array): EvmLog[] {
  if (rlp.length === 0) return []
  return readRlpList(rlp).map((log) => {
    const [address, topics, data, ...others] = asList(log)
    if (others.length > 0) throw new TypeError('a log has more than three parts')
    return {
      address: asEvmAddress(address),
      topics: asList(topics).map((topic) => toHex(asBytes(topic, 32))),
      data: asBytes(data),
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

// libsecp256k1 in WebAssembly recovers about 19 keys in the time of one in JavaScript.
const { recoverPublicKey } = await Secp256k1.engine()
const { keccak256 } = await Hash.engine()

/**
 * Recovers who signed a transaction, from the fields of its RLP, of which the last three are the
 * signature. `type` is its type byte (EIP-2718), `null` for a transaction from before these. Throws an
 * error when nobody's key can have made the signature.
 */
function recoverSender(fields: readonly RlpValue[], type: number | null): EvmAddress {
  const unsigned = fields.slice(0, -3)
  const [v, r, s] = fields.slice(-3)
  if (type !== null) {
    const hash = keccak256(Buffer.concat([Uint8Array.of(type), encodeRlp(unsigned)]))
    return recoverAddress(hash, { parity: Number(asUnsigned(v)), r, s })
  }
  const { parity, chainId } = splitLegacyV(asUnsigned(v))
  const tail = chainId === null ? [] : [toMinimalBytes(chainId), new Uint8Array(), new Uint8Array()]
  return recoverAddress(keccak256(encodeRlp([...unsigned, ...tail])), { parity, r, s })
}

/** `v` is 27 or 28 before EIP-155, which made it 35 or 36 and twice the id of the chain. */
function splitLegacyV(v: bigint): { parity: number; chainId: bigint | null } {
  if (v < 35n) return { parity: Number(v - 27n), chainId: null }
  return { parity: Number((v - 35n) & 1n), chainId: (v - 35n) >> 1n }
}

interface Signature {
  parity: number
  r: RlpValue | undefined
  s: RlpValue | undefined
}

function recoverAddress(hash: Uint8Array, { parity, r, s }: Signature): EvmAddress {
  if (parity !== 0 && parity !== 1) throw new TypeError(`${parity} is no parity of a signature`)
  const signature = new Uint8Array(65)
  signature[0] = parity
  signature.set(padTo32(asBytes(r)), 1)
  signature.set(padTo32(asBytes(s)), 33)
  const publicKey = recoverPublicKey(signature, hash)
  return toEvmAddress(toHex(keccak256(publicKey.subarray(1)).subarray(12)))
}

function padTo32(bytes: Uint8Array): Uint8Array {
  if (bytes.length > 32) throw new TypeError(`a signature has a number of ${bytes.length} bytes`)
  const padded = new Uint8Array(32)
  padded.set(bytes, 32 - bytes.length)
  return padded
}

const encodeRlp = (value: readonly RlpValue[]): Uint8Array => Rlp.from(value, { as: 'Bytes' })

function toMinimalBytes(value: bigint): Uint8Array {
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
}
