import { type CadenceCall, resolveImports } from '@app/contracts/resolve-imports.ts'
import {
  classifyTransactionFailure,
  classifyTransactionRefusal,
} from '@app/flow/decode/classify-transaction-failure.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import { systemClock } from '@app/flow/http/clock.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import {
  postTransaction,
  readNextSequenceNumber,
  SealTimeoutError,
  waitForSeal,
} from '@app/flow/send/send-transaction.ts'
import { signTransaction } from '@app/flow/send/sign-transaction.ts'
import { buildTransaction, type Transaction } from '@app/flow/send/transaction.ts'
import { FatalError } from '@app/values/errors.ts'
import type { DeploymentTarget } from '../target/deployment-target.ts'

/** One change of the chain. It is idempotent: it takes effect at most once. */
export interface DeployStep {
  /** What it does, such as 'Add DharmaScore'. */
  label: string
  call: CadenceCall
  /** Signers of each authorizing account, in the order of `prepare`. */
  authorizers: readonly Signer[]
  /** Returns whether the chain shows it as done. */
  isDone(): Promise<boolean>
  /** Throws `FatalError` when the chain would reject it. Called just before it is sent. */
  preflight?(): Promise<void>
}

/** Maximum number of times that a lost transaction is signed and sent. */
const MAX_ATTEMPTS = 3

/** Number and interval of polls until a node shows a sealed result. */
const MAX_POLLS = 20
const POLL_INTERVAL_MS = 500

/**
 * Executes the step on the chain, unless it is already done. Prints its progress. Throws `FatalError` with the
 * chain's error when it fails.
 */
export async function executeStep(
  target: DeploymentTarget,
  step: DeployStep,
  print: (line: string) => void,
): Promise<void> {
  await step.preflight?.()
  const startMs = performance.now()
  const formatElapsedSeconds = () => ((performance.now() - startMs) / 1000).toFixed(1)
  for (let attempts = 1; ; attempts++) {
    if (await step.isDone()) return print(`${step.label}: done already`)
    const onPending = () => print(`${step.label}: not sealed yet after ${formatElapsedSeconds()} s`)
    const outcome = await submitUntilSealed(target, step, onPending)
    if (outcome.kind === 'sealed') {
      await waitUntilVisible(step)
      return print(`${step.label}: sealed after ${formatElapsedSeconds()} s, ${outcome.txId}`)
    }
    if (!(await step.isDone())) assertRetryable(step, outcome, attempts)
  }
}

/** Waits until the node shows the result: behind a load balancer, another node may seal a little later. */
async function waitUntilVisible(step: DeployStep): Promise<void> {
  for (let polls = 1; polls <= MAX_POLLS; polls++) {
    if (await step.isDone()) return
    await systemClock.sleep(POLL_INTERVAL_MS, undefined)
  }
  throw new FatalError(`${step.label} failed: it was sealed, but the chain does not show it`)
}

function assertRetryable(
  step: DeployStep,
  { kind, reason }: Exclude<SubmitOutcome, { kind: 'sealed' }>,
  attempts: number,
): void {
  if (kind === 'lost' && attempts < MAX_ATTEMPTS) return
  throw new FatalError(`${step.label} failed: ${reason}`)
}

/** The outcome of the transaction of a step. */
type SubmitOutcome =
  | { kind: 'sealed'; txId: string }
  /** It ran and failed, or would fail again. */
  | { kind: 'failed'; reason: string }
  /** It cannot be executed any more; a newly signed one may be. */
  | { kind: 'lost'; reason: string }

type UnsentTransaction = Pick<DeployStep, 'call' | 'authorizers'>

/** Interval between progress messages while a transaction is not sealed. */
const PROGRESS_INTERVAL_MS = 5_000

/**
 * Signs and sends the transaction of a step, until it is sealed or the node rejects it. Sends the same
 * transaction repeatedly, which has no further effect, so that a lost one arrives and an expired one is
 * rejected. Calls `onPending` every few seconds while it is not sealed.
 */
async function submitUntilSealed(
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
