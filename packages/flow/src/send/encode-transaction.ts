import { sha3_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { encode } from '@onflow/rlp'
import { withDomainTag } from '../keys/domain-tag.ts'
import type { Transaction, TransactionSignature } from './transaction.ts'
import { signersOf } from './transaction.ts'

/** What proposer and authorizers sign. Canonical forms: flow-go `model/flow/transaction.go`. */
export function payloadMessage(transaction: Transaction): Uint8Array {
  return withDomainTag('FLOW-V0.0-transaction', encode(payloadOf(transaction)))
}

/** What the payer signs: the payload with the signatures of the others. */
export function envelopeMessage(transaction: Transaction): Uint8Array {
  const envelope = [payloadOf(transaction), signaturesOf(transaction, 'payloadSignatures')]
  return withDomainTag('FLOW-V0.0-transaction', encode(envelope))
}

/** The transaction's id, 64 hex digits, known before it is sent; every signature changes it. */
export function transactionId(transaction: Transaction): string {
  const whole = [
    payloadOf(transaction),
    signaturesOf(transaction, 'payloadSignatures'),
    signaturesOf(transaction, 'envelopeSignatures'),
  ]
  return bytesToHex(sha3_256(encode(whole)))
}

type Rlp = Parameters<typeof encode>[0]

function payloadOf(transaction: Transaction): Rlp {
  const { proposalKey } = transaction
  return [
    Buffer.from(transaction.cadence, 'utf8'),
    transaction.args.map((argument) => Buffer.from(argument, 'utf8')),
    bytesOf(transaction.referenceBlockId),
    transaction.computeLimit,
    bytesOf(proposalKey.address),
    proposalKey.keyIndex,
    proposalKey.sequenceNumber,
    bytesOf(transaction.payer),
    transaction.authorizers.map(bytesOf),
  ]
}

function signaturesOf(
  transaction: Transaction,
  list: 'payloadSignatures' | 'envelopeSignatures',
): Rlp {
  const signers = signersOf(transaction)
  const signerIndex = ({ address }: TransactionSignature): number => signers.indexOf(address)
  return transaction[list]
    .toSorted((a, b) => signerIndex(a) - signerIndex(b) || a.keyIndex - b.keyIndex)
    .map((signature) => [
      signerIndex(signature),
      signature.keyIndex,
      bytesOf(signature.signatureHex),
    ])
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replace(/^0x/, ''), 'hex')
}
