import { sha3_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { encode } from '@onflow/rlp'
import { prependDomainTag } from '../keys/domain-tag.ts'
import type { Transaction, TransactionSignature } from './transaction.ts'
import { listSigners } from './transaction.ts'

/**
 * Encodes the message that proposer and authorizers sign. Canonical forms: flow-go
 * `model/flow/transaction.go`.
 */
export function encodePayloadMessage(transaction: Transaction): Uint8Array {
  return prependDomainTag('FLOW-V0.0-transaction', encode(toPayloadFields(transaction)))
}

/** Encodes the message that the payer signs: the payload with the signatures of the others. */
export function encodeEnvelopeMessage(transaction: Transaction): Uint8Array {
  const envelope = [
    toPayloadFields(transaction),
    toSignatureFields(transaction, 'payloadSignatures'),
  ]
  return prependDomainTag('FLOW-V0.0-transaction', encode(envelope))
}

/** Computes the transaction's id (64 hex digits) before it is sent; every signature changes it. */
export function computeTransactionId(transaction: Transaction): string {
  const whole = [
    toPayloadFields(transaction),
    toSignatureFields(transaction, 'payloadSignatures'),
    toSignatureFields(transaction, 'envelopeSignatures'),
  ]
  return bytesToHex(sha3_256(encode(whole)))
}

type Rlp = Parameters<typeof encode>[0]

function toPayloadFields(transaction: Transaction): Rlp {
  const { proposalKey } = transaction
  return [
    Buffer.from(transaction.cadence, 'utf8'),
    transaction.args.map((argument) => Buffer.from(argument, 'utf8')),
    toBytes(transaction.referenceBlockId),
    transaction.computeLimit,
    toBytes(proposalKey.address),
    proposalKey.keyIndex,
    proposalKey.sequenceNumber,
    toBytes(transaction.payer),
    transaction.authorizers.map(toBytes),
  ]
}

function toSignatureFields(
  transaction: Transaction,
  list: 'payloadSignatures' | 'envelopeSignatures',
): Rlp {
  const signers = listSigners(transaction)
  const findSignerIndex = ({ address }: TransactionSignature): number => signers.indexOf(address)
  return transaction[list]
    .toSorted((a, b) => findSignerIndex(a) - findSignerIndex(b) || a.keyIndex - b.keyIndex)
    .map((signature) => [
      findSignerIndex(signature),
      signature.keyIndex,
      toBytes(signature.signatureHex),
    ])
}

function toBytes(hex: string): Buffer {
  return Buffer.from(hex.replace(/^0x/, ''), 'hex')
}
