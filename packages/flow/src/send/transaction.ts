import type { Address } from '@app/values/address.ts'
import type { CadenceArg } from '../decode/cadence-arg.ts'
import { encodeArg } from '../decode/cadence-arg.ts'

/** Most computation that the network allows one transaction. */
export const MAX_COMPUTE_LIMIT = 9999

export interface ProposalKey {
  address: Address
  keyIndex: number
  /** The next one that the key has to use; each counts for one transaction. */
  sequenceNumber: number
}

export interface TransactionSignature {
  address: Address
  keyIndex: number
  /** r ‖ s */
  signatureHex: string
}

/** A transaction, signed or not: plain data that passes through JSON unchanged. */
export interface Transaction {
  readonly cadence: string
  /** JSON-CDC texts. */
  readonly args: readonly string[]
  /** Block from which on the transaction lives for 600 blocks. */
  readonly referenceBlockId: string
  readonly computeLimit: number
  readonly proposalKey: ProposalKey
  readonly payer: Address
  readonly authorizers: readonly Address[]
  /** Of proposer and authorizers, as far as they are not the payer. */
  readonly payloadSignatures: readonly TransactionSignature[]
  /** Of the payer, who signs last. */
  readonly envelopeSignatures: readonly TransactionSignature[]
}

export interface TransactionFields {
  cadence: string
  args: readonly CadenceArg[]
  referenceBlockId: string
  proposalKey: ProposalKey
  payer: Address
  authorizers: readonly Address[]
  /** 9999, the most there is, by default. */
  computeLimit?: number
}

/** An unsigned transaction. */
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

/** Accounts with a part in a transaction, each once, in the order by which signatures name them. */
export function listSigners(transaction: Transaction): Address[] {
  const { proposalKey, payer, authorizers } = transaction
  return [...new Set([proposalKey.address, payer, ...authorizers])]
}
