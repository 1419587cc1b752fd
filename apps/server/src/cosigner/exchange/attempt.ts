import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { executeProposal } from '@app/contracts/transactions.generated.ts'
import { encodeEnvelopeMessage, encodePayloadMessage } from '@app/flow/send/encode-transaction.ts'
import {
  buildTransaction,
  MAX_COMPUTE_LIMIT,
  type Transaction,
} from '@app/flow/send/transaction.ts'
import type { Address } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'

/** One transaction that would execute a proposal: all that two attempts can differ in. */
export interface Attempt {
  proposalId: number
  referenceBlockId: string
  referenceHeight: number
  /** Key of the DAO that proposes the transaction, with its next sequence number. */
  proposalKeyIndex: number
  sequenceNumber: number
}

/** Where the transaction is sent from and to; read from the chain or fixed, never from a letter. */
export interface AttemptChain {
  network: Network
  dao: Address
}

/** Builds the unsigned transaction of an attempt: proposed, authorized and paid by the DAO. */
export function buildAttemptTransaction(
  { network, dao }: AttemptChain,
  attempt: Attempt,
): Transaction {
  const { cadence, args } = executeProposal({ id: attempt.proposalId })
  return buildTransaction({
    cadence: resolveImports(cadence, network),
    args,
    referenceBlockId: attempt.referenceBlockId,
    proposalKey: {
      address: dao,
      keyIndex: attempt.proposalKeyIndex,
      sequenceNumber: attempt.sequenceNumber,
    },
    payer: dao,
    authorizers: [dao],
    computeLimit: MAX_COMPUTE_LIMIT,
  })
}

/** Returns the payload in hex, by which two signers see whether they mean the same transaction. */
export const toPayloadHex = (transaction: Transaction): string =>
  Buffer.from(encodePayloadMessage(transaction)).toString('hex')

/** Returns the message that every key of the DAO signs: as payer it signs the envelope. */
export const buildSignedMessage = (transaction: Transaction): Uint8Array =>
  encodeEnvelopeMessage(transaction)

export const isSameAttempt = (one: Attempt, other: Attempt): boolean =>
  one.proposalId === other.proposalId &&
  one.referenceBlockId === other.referenceBlockId &&
  one.proposalKeyIndex === other.proposalKeyIndex &&
  one.sequenceNumber === other.sequenceNumber
