import { buildSystemTypeId } from '@app/flow/read/system-contracts.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import { NETWORKS } from '@app/values/network.ts'
import { buildFlowVaultTypeId } from '@app/values/token-type.ts'
import { createRandom, type Random } from '@app/world/seed/random.ts'

/** A chain that was never executed: every block follows from these and its height alone. */
export interface HistoryOptions {
  seed: number
  /** Where the money moves: between accounts, or mostly in the EVM. */
  side: 'cadence' | 'evm'
  /** Height of its last block; the first is 0. */
  tipHeight: number
}

/** An event as the chain emits it; `payload` is JSON-CDC. */
export interface EncodedEvent {
  type: string
  payload: string
}

export interface HistoryTransaction {
  /** 64 hexadecimal digits, which start with the height and the position in the block. */
  id: string
  proposer: Address
  payer: Address
  authorizers: Address[]
  events: EncodedEvent[]
}

export const NETWORK = 'local'
export const FLOW_VAULT = buildFlowVaultTypeId(NETWORK)
const [FEE_ACCOUNT] = NETWORKS[NETWORK].feeAccounts
const WITHDRAWN = buildSystemTypeId(NETWORK, 'FungibleToken', 'Withdrawn')
const DEPOSITED = buildSystemTypeId(NETWORK, 'FungibleToken', 'Deposited')

const addresses = new Map<number, Address>()

/** Returns the address of an account of the history by its place in the order of creation, from 0. */
export function toHistoryAddress(place: number): Address {
  const known = addresses.get(place)
  if (known !== undefined) return known
  const address = computeAddressAtIndex(10 + place, NETWORK)
  addresses.set(place, address)
  return address
}

interface Unfinished {
  id: string
  signer: Address
  uuid: number
  moved: EncodedEvent[]
}

/** Adds the fee, which the signer pays. */
export function addFee({ id, signer, uuid, moved }: Unfinished): HistoryTransaction {
  const fee = { token: FLOW_VAULT, amount: '0.00000185', uuid: uuid + 500 }
  return {
    id,
    proposer: signer,
    payer: signer,
    authorizers: [signer],
    events: [...moved, ...buildTokenMove({ ...fee, from: signer, to: FEE_ACCOUNT as Address })],
  }
}

interface TokenMove {
  token: string
  amount: string
  uuid: number
  from: Address
  to: Address
}

/** Moves tokens between two vaults in accounts. */
export const buildTokenMove = ({ from, to, ...vault }: TokenMove): EncodedEvent[] => [
  buildWithdrawn({ ...vault, from }),
  buildDeposited({ ...vault, to }),
]

export const buildWithdrawn = ({ token, amount, uuid, from }: Omit<TokenMove, 'to'>) =>
  toEvent(WITHDRAWN, [
    ['type', 'String', token],
    ['amount', 'UFix64', amount],
    ['from', 'Address?', from],
    ['fromUUID', 'UInt64', String(uuid)],
    ['withdrawnUUID', 'UInt64', String(uuid + 1)],
    ['balanceAfter', 'UFix64', '812.00450000'],
  ])

export const buildDeposited = ({ token, amount, uuid, to }: Omit<TokenMove, 'from'>) =>
  toEvent(DEPOSITED, [
    ['type', 'String', token],
    ['amount', 'UFix64', amount],
    ['to', 'Address?', to],
    ['toUUID', 'UInt64', String(uuid + 2)],
    ['depositedUUID', 'UInt64', String(uuid + 1)],
    ['balanceAfter', 'UFix64', '1043.11000000'],
  ])

/** Name, Cadence type (`?`: optional) and value of a field; bytes are a text by `toByteTexts`. */
type Field = readonly [string, string, string]

export function toEvent(type: string, fields: readonly Field[]): EncodedEvent {
  const texts = fields.map(
    ([name, kind, value]) => `{"value":${toJsonCdc(kind, value)},"name":"${name}"}`,
  )
  return {
    type,
    payload: `{"value":{"id":"${type}","fields":[${texts.join(',')}]},"type":"Event"}\n`,
  }
}

function toJsonCdc(kind: string, value: string): string {
  if (kind === 'Bytes') return `{"value":[${value}],"type":"Array"}`
  if (!kind.endsWith('?')) return `{"value":"${value}","type":"${kind}"}`
  return `{"value":${toJsonCdc(kind.slice(0, -1), value)},"type":"Optional"}`
}

const BYTE_TEXTS = Array.from({ length: 256 }, (_, byte) => toJsonCdc('UInt8', String(byte)))

/** Returns the elements of an array of bytes. */
export const toByteTexts = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => BYTE_TEXTS[byte]).join(',')

export const toUuid = (height: number, position: number): number => (height * 64 + position) * 1_000

export const toTransactionId = (height: number, position: number): string =>
  height.toString(16).padStart(8, '0') + position.toString(16).padStart(4, '0') + 'c'.repeat(52)

/** Returns the height and the position in the block of a transaction. */
export function parseTransactionId(id: string): { height: number; position: number } {
  return {
    height: Number.parseInt(id.slice(0, 8), 16),
    position: Number.parseInt(id.slice(8, 12), 16),
  }
}

/** Creates the random numbers of a block, the same at each call. */
export const createBlockRandom = (seed: number, height: number): Random =>
  createRandom(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(height + 1, 0xc2b2ae35))
