import { RetryableError } from '@app/values/errors.ts'
import type { CadenceArg } from '../decode/cadence-arg.ts'
import { classifyTransactionRefusal } from '../decode/classify-transaction-failure.ts'
import { NodeNotFoundError, NodeRefusedError } from '../errors.ts'
import { systemClock } from '../http/clock.ts'
import type { NodeClient } from '../http/node-client.ts'
import type { Signer } from '../keys/create-signer.ts'
import type { TransactionResult } from '../read/chain.ts'
import type { FlowReader } from '../read/create-flow-reader.ts'
import { computeTransactionId, signTransaction } from './sign-transaction.ts'
import { buildTransaction, type Transaction, type TransactionSignature } from './transaction.ts'

interface ChainAccess {
  node: NodeClient
  reader: Pick<FlowReader, 'getLatestBlock' | 'getAccount'>
}

export interface SendRequest {
  cadence: string
  args: readonly CadenceArg[]
  proposer: Signer
  payer?: Signer
  /** The proposer alone by default; several signers may be keys of one account. */
  authorizers?: readonly Signer[]
  /** More keys of these accounts, where one alone has too little weight. */
  cosigners?: readonly Signer[]
  /** Next number of the proposer's key; read from the chain by default. */
  sequenceNumber?: number
  computeLimit?: number
}

/**
 * Builds, signs and sends a transaction that refers to the latest block, and returns its id without
 * waiting for the seal.
 */
export async function sendTransaction(chain: ChainAccess, request: SendRequest): Promise<string> {
  const { proposer, payer = proposer, authorizers = [proposer] } = request
  const { cosigners = [], sequenceNumber, ...rest } = request
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
  const signers = new Set([proposer, ...authorizers, payer, ...cosigners])
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

const FIRST_POLL_MS = 50
const MAX_POLL_MS = 1_000
const TIMEOUT_MS = 60_000

/** The transaction was not sealed before the timeout; it may be sealed later. */
export class SealTimeoutError extends RetryableError {
  override name = 'SealTimeoutError'
}

interface SealOptions {
  timeoutMs?: number
  signal?: AbortSignal
}

/**
 * Returns the result of a transaction once it is sealed or expired; `error` has the reason when it
 * failed. Throws `SealTimeoutError` after `timeoutMs` (60 s by default), and the signal's reason
 * when it is aborted.
 */
export async function waitForSeal(
  reader: Pick<FlowReader, 'getTransactionResult'>,
  txId: string,
  { timeoutMs = TIMEOUT_MS, signal }: SealOptions = {},
): Promise<TransactionResult> {
  const deadlineMs = performance.now() + timeoutMs
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(MAX_POLL_MS, pollMs * 1.5)) {
    signal?.throwIfAborted()
    const result = await reader.getTransactionResult(txId)
    if (result.status === 'sealed' || result.status === 'expired') return result
    const leftMs = deadlineMs - performance.now()
    if (leftMs <= 0) throw createTimeoutError(result, timeoutMs)
    await systemClock.sleep(Math.min(pollMs, leftMs), signal)
  }
}

function createTimeoutError(
  { txId, status }: TransactionResult,
  timeoutMs: number,
): SealTimeoutError {
  const seconds = timeoutMs / 1000
  return new SealTimeoutError(`Transaction ${txId} is ${status}, not sealed, after ${seconds} s.`)
}
