import type { Address } from '@app/values/address.ts'
import type { CadenceError } from '../decode/classify-transaction-failure.ts'

export interface Block {
  height: number
  id: string
  parentId: string
  /** Milliseconds since 1970. */
  timeMs: number
}

export interface BlockRange {
  fromHeight: number
  toHeight: number
}

/** An event of a transaction; `fields` are decoded by `decodeCadence`. */
export interface TransactionEvent {
  type: string
  /** Not unique: a system transaction has the same id in every block. */
  txId: string
  txIndex: number
  eventIndex: number
  fields: Record<string, unknown>
}

export interface ChainEvent extends TransactionEvent {
  height: number
  blockId: string
  blockTimeMs: number
}

export interface BlockEvents {
  height: number
  blockId: string
  blockTimeMs: number
  events: ChainEvent[]
}

export interface TransactionRoles {
  txId: string
  /** `ZERO_ADDRESS` for a system transaction. */
  proposer: Address
  payer: Address
  authorizers: Address[]
}

export const TRANSACTION_STATUSES = [
  'unknown',
  'pending',
  'finalized',
  'executed',
  'sealed',
  'expired',
] as const
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]

export interface TransactionResult {
  txId: string
  /** 'unknown' when the node does not have the transaction. */
  status: TransactionStatus
  /** Why the transaction failed; `null` if it has not failed. */
  error: CadenceError | null
  /** `null` until it is in a block. */
  blockId: string | null
  events: TransactionEvent[]
}

export interface AccountKey {
  index: number
  /** 128 hex digits: x and y of the curve point. */
  publicKeyHex: string
  /** ECDSA_P256 or ECDSA_secp256k1. */
  signatureAlgorithm: string
  /** SHA2_256 or SHA3_256. */
  hashAlgorithm: string
  /** Keys with a total weight of 1000 can sign for the account. */
  weight: number
  isRevoked: boolean
  sequenceNumber: number
}

export interface Account {
  address: Address
  /** FLOW in units of 10⁻⁸. */
  balanceUnits: bigint
  keys: AccountKey[]
}

export interface NodeVersion {
  semver: string
  sporkId: string
  /** First block of the current spork, and first block that this node has. */
  sporkRootHeight: number
  nodeRootHeight: number
}
