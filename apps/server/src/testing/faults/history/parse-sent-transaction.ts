import type { Transaction, TransactionSignature } from '@app/flow/send/transaction.ts'
import { toAddress } from '@app/values/address.ts'

interface SentSignature {
  address: string
  key_index: string
  signature: string
}

interface SentBody {
  script: string
  arguments: string[]
  reference_block_id: string
  gas_limit: string
  payer: string
  proposal_key: { address: string; key_index: string; sequence_number: string }
  authorizers: string[]
  payload_signatures: SentSignature[]
  envelope_signatures: SentSignature[]
}

/** Reads the body of a request that sends a transaction. */
export function parseSentTransaction(json: unknown): Transaction {
  const body = json as SentBody
  const key = body.proposal_key
  return {
    cadence: fromBase64(body.script).toString('utf8'),
    args: body.arguments.map((text) => fromBase64(text).toString('utf8')),
    referenceBlockId: body.reference_block_id,
    computeLimit: Number(body.gas_limit),
    proposalKey: {
      address: toAddress(key.address),
      keyIndex: Number(key.key_index),
      sequenceNumber: Number(key.sequence_number),
    },
    payer: toAddress(body.payer),
    authorizers: body.authorizers.map(toAddress),
    payloadSignatures: body.payload_signatures.map(toSignature),
    envelopeSignatures: body.envelope_signatures.map(toSignature),
  }
}

const fromBase64 = (text: string): Buffer => Buffer.from(text, 'base64')

const toSignature = ({ address, key_index, signature }: SentSignature): TransactionSignature => ({
  address: toAddress(address),
  keyIndex: Number(key_index),
  signatureHex: fromBase64(signature).toString('hex'),
})
