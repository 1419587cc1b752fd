import { classifyTransactionRefusal } from '../decode/classify-transaction-failure.ts'
import { NodeRefusedError } from '../errors.ts'
import type { NodeClient } from '../http/node-client.ts'
import { computeTransactionId } from './encode-transaction.ts'
import type { Transaction, TransactionSignature } from './transaction.ts'

/**
 * Sends a signed transaction to the node and returns its id. The same transaction can be sent
 * again: it runs once. Throws `NodeRefusedError` when the node rejects it as invalid, for example
 * when it is expired or has too many arguments. `waitForSeal` returns whether it succeeded.
 */
export async function postTransaction(node: NodeClient, transaction: Transaction): Promise<string> {
  const txId = computeTransactionId(transaction)
  try {
    await node.call({ kind: 'send', path: '/transactions', body: toRequestBody(transaction) })
  } catch (error) {
    if (!isAlreadyKnown(error)) throw error
  }
  return txId
}

function isAlreadyKnown(error: unknown): boolean {
  return error instanceof NodeRefusedError && classifyTransactionRefusal(error.text) === 'duplicate'
}

function toRequestBody(transaction: Transaction): unknown {
  const { proposalKey } = transaction
  return {
    script: toBase64(transaction.cadence, 'utf8'),
    arguments: transaction.args.map((argument) => toBase64(argument, 'utf8')),
    reference_block_id: transaction.referenceBlockId,
    gas_limit: String(transaction.computeLimit),
    payer: transaction.payer,
    proposal_key: {
      address: proposalKey.address,
      key_index: String(proposalKey.keyIndex),
      sequence_number: String(proposalKey.sequenceNumber),
    },
    authorizers: transaction.authorizers,
    payload_signatures: transaction.payloadSignatures.map(toSignatureBody),
    envelope_signatures: transaction.envelopeSignatures.map(toSignatureBody),
  }
}

function toSignatureBody({ address, keyIndex, signatureHex }: TransactionSignature): unknown {
  return { address, key_index: String(keyIndex), signature: toBase64(signatureHex, 'hex') }
}

function toBase64(text: string, encoding: 'utf8' | 'hex'): string {
  return Buffer.from(text, encoding).toString('base64')
}
