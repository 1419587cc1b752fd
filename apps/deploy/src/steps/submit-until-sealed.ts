import { resolveImports } from '@app/contracts/resolve-imports.ts'
import {
  classifyTransactionFailure,
  classifyTransactionRefusal,
} from '@app/flow/decode/classify-transaction-failure.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import { postTransaction } from '@app/flow/send/post-transaction.ts'
import { readNextSequenceNumber } from '@app/flow/send/send-transaction.ts'
import { signTransaction } from '@app/flow/send/sign-transaction.ts'
import { buildTransaction, type Transaction } from '@app/flow/send/transaction.ts'
import { SealTimeoutError, waitForSeal } from '@app/flow/send/wait-for-seal.ts'
import type { DeploymentTarget } from '../target/deployment-target.ts'
import type { Step } from './step.ts'

/** The outcome of the transaction of a step. */
export type SubmitOutcome =
  | { kind: 'sealed'; txId: string }
  /** It ran and failed, or would fail again. */
  | { kind: 'failed'; reason: string }
  /** It cannot be executed any more; a newly signed one may be. */
  | { kind: 'lost'; reason: string }

type UnsentTransaction = Pick<Step, 'call' | 'authorizers'>

/** Interval between progress messages while a transaction is not sealed. */
const PROGRESS_INTERVAL_MS = 5_000

/**
 * Signs and sends the transaction of a step, until it is sealed or the node rejects it. Sends the same
 * transaction repeatedly, which has no further effect, so that a lost one arrives and an expired one is
 * rejected. Calls `onPending` every few seconds while it is not sealed.
 */
export async function submitUntilSealed(
  target: DeploymentTarget,
  unsent: UnsentTransaction,
  onPending: () => void,
): Promise<SubmitOutcome> {
  const transaction = await buildSignedTransaction(target, unsent)
  for (;;) {
    const sent = await submitOnce(target, transaction)
    if (typeof sent !== 'string') return sent
    const result = await waitForResult(target, sent)
    if (result !== null) return toSubmitOutcome(result)
    onPending()
  }
}

async function buildSignedTransaction(
  target: DeploymentTarget,
  { call, authorizers }: UnsentTransaction,
): Promise<Transaction> {
  const [proposer] = target.signers
  const { address, keyIndex } = proposer
  const { id: referenceBlockId } = await target.reader.getLatestBlock()
  const sequenceNumber = await readNextSequenceNumber(target.reader, proposer)
  const unsigned = buildTransaction({
    cadence: resolveImports(call.cadence, target.network, target.contractAddresses),
    args: call.args,
    referenceBlockId,
    proposalKey: { address, keyIndex, sequenceNumber },
    payer: address,
    authorizers: [...new Set(authorizers.map((signer) => signer.address))],
  })
  return signTransaction(unsigned, [...new Set([...authorizers, ...target.signers])])
}

/** Returns the transaction's id, or the outcome when the node rejects it. */
async function submitOnce(
  { node }: DeploymentTarget,
  transaction: Transaction,
): Promise<string | SubmitOutcome> {
  try {
    return await postTransaction(node, transaction)
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error
    const isOutdated = classifyTransactionRefusal(error.text) === 'outdated'
    return { kind: isOutdated ? 'lost' : 'failed', reason: error.message }
  }
}

/** Returns null when it is not sealed in time. */
async function waitForResult(
  { reader }: DeploymentTarget,
  txId: string,
): Promise<TransactionResult | null> {
  try {
    return await waitForSeal(reader, txId, { timeoutMs: PROGRESS_INTERVAL_MS })
  } catch (error) {
    if (error instanceof SealTimeoutError) return null
    throw error
  }
}

function toSubmitOutcome({ txId, status, error }: TransactionResult): SubmitOutcome {
  if (status === 'expired') return { kind: 'lost', reason: 'it expired before it was executed' }
  if (error === null) return { kind: 'sealed', txId }
  const { kind } = classifyTransactionFailure(error)
  return { kind: kind === 'outdated' ? 'lost' : 'failed', reason: error.message }
}
