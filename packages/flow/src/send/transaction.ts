import type { Address } from '@app/values/address.ts'
import type { CadenceArg } from '../decode/cadence-arg.ts'
import { encodeArg } from '../decode/cadence-arg.ts'

export const MAX_COMPUTE_LIMIT = 9999

/**
 * Number of blocks after its reference block in which a transaction can be executed. Source:
 * flow-go `DefaultTransactionExpiry`.
 */
export const EXPIRY_BLOCKS = 600

/**
 * Blocks to wait before sending again a transaction that the node accepted but does not find: 5 s
 * on testnet.
 */
export const RESEND_AFTER_BLOCKS = 10

interface ProposalKey {
  address: Address
  keyIndex: number
  /** The key's sequence number; each is valid for one transaction. */
  sequenceNumber: number
}

export interface TransactionSignature {
  address: Address
  keyIndex: number
  /** r ‖ s */
  signatureHex: string
}

/** A transaction, signed or not; plain data that JSON can represent. */
export interface Transaction {
  readonly cadence: string
  /** JSON-CDC texts. */
  readonly args: readonly string[]
  /** The transaction expires `EXPIRY_BLOCKS` after this block. */
  readonly referenceBlockId: string
  readonly computeLimit: number
  readonly proposalKey: ProposalKey
  readonly payer: Address
  readonly authorizers: readonly Address[]
  /** Signatures of proposer and authorizers that are not the payer. */
  readonly payloadSignatures: readonly TransactionSignature[]
  /** Signatures of the payer, who signs last. */
  readonly envelopeSignatures: readonly TransactionSignature[]
}

export interface TransactionFields {
  cadence: string
  args: readonly CadenceArg[]
  referenceBlockId: string
  proposalKey: ProposalKey
  payer: Address
  authorizers: readonly Address[]
  /** 9999, the maximum, by default. */
  computeLimit?: number
}

export function buildTransaction(fields: TransactionFields): Transaction {
  const { args, computeLimit = MAX_COMPUTE_LIMIT, ...rest } = fields
  return {
    ...rest,
    args: args.map(encodeArg),
    computeLimit,
    payloadSignatures: [],
    envelopeSignatures: [],
  }
}

/** Lists the accounts with a role in a transaction, each once, in signer index order. */
export function listSigners(transaction: Transaction): Address[] {
  const { proposalKey, payer, authorizers } = transaction
  return [...new Set([proposalKey.address, payer, ...authorizers])]
}
