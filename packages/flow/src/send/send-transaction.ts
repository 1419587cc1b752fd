import type { CadenceArg } from '../decode/cadence-arg.ts'
import { classifyTransactionRefusal } from '../decode/classify-transaction-failure.ts'
import { NodeNotFoundError, NodeRefusedError } from '../errors.ts'
import type { NodeClient } from '../http/node-client.ts'
import type { Signer } from '../keys/create-signer.ts'
import type { FlowReader } from '../read/create-flow-reader.ts'
import { computeTransactionId } from './encode-transaction.ts'
import { signTransaction } from './sign-transaction.ts'
import { buildTransaction, type Transaction, type TransactionSignature } from './transaction.ts'

interface ChainAccess {
  node: NodeClient
  reader: Pick<FlowReader, 'getLatestBlock' | 'getAccount'>
}

export interface SendRequest {
  cadence: string
  args: readonly CadenceArg[]
  proposer: Signer
  /** The proposer by default. */
  payer?: Signer
  /** The proposer alone by default; several signers may be keys of one account. */
  authorizers?: readonly Signer[]
  /** Next number of the proposer's key; read from the chain by default. */
  sequenceNumber?: number
  computeLimit?: number
}

/**
 * Builds, signs and sends a transaction that refers to the latest block, and returns its id without
 * waiting for the seal.
 */
export async function sendTransaction(chain: ChainAccess, request: SendRequest): Promise<string> {
  const { proposer, payer = proposer, authorizers = [proposer], sequenceNumber, ...rest } = request
  const { address, keyIndex } = proposer
  const block = await chain.reader.getLatestBlock()
  const transaction = buildTransaction({
    ...rest,
    referenceBlockId: block.id,
    proposalKey: {
      address,
      keyIndex,
      sequenceNumber: sequenceNumber ?? (await readNextSequenceNumber(chain.reader, proposer)),
    },
    payer: payer.address,
    authorizers: [...new Set(authorizers.map((signer) => signer.address))],
  })
  const signers = new Set([proposer, ...authorizers, payer])
  return await postTransaction(chain.node, signTransaction(transaction, [...signers]))
}

/**
 * Reads the sequence number for the next transaction that this key proposes. Throws
 * `NodeNotFoundError` when the account has no such key.
 */
export async function readNextSequenceNumber(
  reader: Pick<FlowReader, 'getAccount'>,
  { address, keyIndex }: Pick<Signer, 'address' | 'keyIndex'>,
): Promise<number> {
  const account = await reader.getAccount(address)
  const key = account?.keys.find(({ index }) => index === keyIndex)
  if (key === undefined) throw new NodeNotFoundError(`${address} has no key ${keyIndex}.`)
  return key.sequenceNumber
}

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
