import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import { postTransaction } from '@app/flow/send/post-transaction.ts'
import { readNextSequenceNumber } from '@app/flow/send/send-transaction.ts'
import { signTransaction } from '@app/flow/send/sign-transaction.ts'
import { buildTransaction, type Transaction } from '@app/flow/send/transaction.ts'
import { SealTimeoutError, waitForSeal } from '@app/flow/send/wait-for-seal.ts'
import type { DeploymentTarget } from '../target/deployment-target.ts'
import type { Step } from './step.ts'

/** How the one transaction of a step ended. */
export type SubmitOutcome =
  | { kind: 'sealed'; txId: string }
  /** It ran and failed, or would fail again. */
  | { kind: 'failed'; reason: string }
  /** It cannot run any more; one signed anew may. */
  | { kind: 'lost'; reason: string }

type UnsentTransaction = Pick<Step, 'call' | 'authorizers'>

/** How long nothing is said about a transaction that is not sealed yet. */
const PROGRESS_INTERVAL_MS = 5_000

/** Invalid reference block, expired, wrong sequence number. Source: flow-go `fvm/errors/codes.go`. */
const RETRYABLE_ERROR_CODES: ReadonlySet<number | null> = new Set([1002, 1003, 1007])

/**
 * Signs and sends the transaction of a step, and stays with it until it is sealed or the node refuses it.
 * Until then the node gets the same one again and again, which is harmless, so that one that was lost
 * arrives, and one that expired is refused. `onWait` hears every few seconds that it is not sealed yet.
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

/** Its id when the node has it. */
async function submitOnce(
  { node }: DeploymentTarget,
  transaction: Transaction,
): Promise<string | SubmitOutcome> {
  try {
    return await postTransaction(node, transaction)
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error
    const isRetryable = /expired|reference block/i.test(error.text)
    return { kind: isRetryable ? 'lost' : 'failed', reason: error.message }
  }
}

/** null when it is not known yet how it ends. */
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
  if (status === 'expired') return { kind: 'lost', reason: 'it expired before the chain ran it' }
  if (error === null) return { kind: 'sealed', txId }
  return { kind: RETRYABLE_ERROR_CODES.has(error.code) ? 'lost' : 'failed', reason: error.message }
}
