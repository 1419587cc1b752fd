import { bytesToHex } from '@noble/hashes/utils.js'
import type { Signer } from '../keys/create-signer.ts'
import { encodeEnvelopeMessage, encodePayloadMessage } from './encode-transaction.ts'
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
