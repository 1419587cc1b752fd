import { sha3_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { encode } from '@onflow/rlp'
import { prependDomainTag, type Signer } from '../keys/create-signer.ts'
import { listSigners, type Transaction, type TransactionSignature } from './transaction.ts'

/**
 * Adds a signature of each signer, in the order that Flow requires: the payer's keys last, over the
 * signatures of the others. Signers may be a subset of those needed, so that several processes can
 * sign one after the other. Throws `TypeError` for a signer without a role in the transaction, and
 * for one that signs after the payer.
 */
export function signTransaction(transaction: Transaction, signers: readonly Signer[]): Transaction {
  const isPayer = (signer: Signer): boolean => signer.address === transaction.payer
  const payloadSigned = signers
    .filter((signer) => !isPayer(signer))
    .reduce(signPayload, transaction)
  return signers.filter(isPayer).reduce(signEnvelope, payloadSigned)
}

function signPayload(transaction: Transaction, signer: Signer): Transaction {
  if (!listSigners(transaction).includes(signer.address)) {
    throw new TypeError(`${signer.address} is not proposer, payer or authorizer of the transaction`)
  }
  if (transaction.envelopeSignatures.length > 0) {
    throw new TypeError(`${signer.address} has to sign before the payer ${transaction.payer}`)
  }
  const signature = createSignature(signer, encodePayloadMessage(transaction))
  return { ...transaction, payloadSignatures: [...transaction.payloadSignatures, signature] }
}

function signEnvelope(transaction: Transaction, signer: Signer): Transaction {
  const signature = createSignature(signer, encodeEnvelopeMessage(transaction))
  return { ...transaction, envelopeSignatures: [...transaction.envelopeSignatures, signature] }
}

function createSignature(signer: Signer, message: Uint8Array): TransactionSignature {
  const { address, keyIndex } = signer
  return { address, keyIndex, signatureHex: bytesToHex(signer.sign(message)) }
}

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
