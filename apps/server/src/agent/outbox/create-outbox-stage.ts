import type { CadenceCall } from '@app/contracts/resolve-imports.ts'
import { classifyTransactionRefusal } from '@app/flow/decode/classify-transaction-failure.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import type { Block } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { postTransaction } from '@app/flow/send/send-transaction.ts'
import { computeTransactionId, signTransaction } from '@app/flow/send/sign-transaction.ts'
import { buildTransaction, type Transaction } from '@app/flow/send/transaction.ts'
import { RetryableError } from '@app/values/errors.ts'
import { formatContractSentence } from '../../flow-access/format-contract-sentence.ts'
import { createLockedStage, type Stage } from '../../runtime/stage.ts'
import { buildActionCall } from '../calls/build-action-call.ts'
import { recordHeartbeat } from '../write-heartbeat.ts'
import {
  type ChainObservation,
  decideTransition,
  isPastExpiry,
  type Transition,
} from './decide-transition.ts'
import { formatSendError, isMootFailure } from './failures.ts'
import {
  hasOpenActions,
  type KeyUsage,
  loadKeyUsages,
  loadLiveTransactions,
  loadSignableActions,
  type QueuedAction,
  type StoredTransaction,
} from './load-outbox.ts'
import {
  getLeasedTables,
  type LeasedOutbox,
  type Outbox,
  readSigners,
  type TransactionSigner,
} from './outbox.ts'
import {
  insertSignedTransaction,
  markActionFailed,
  markTransactionEnded,
  markTransactionSent,
  recordSubmissionAttempt,
  recordSubmissionProblem,
  takeLease,
} from './write-transaction.ts'

/**
 * Creates the stage that sends queued actions to the chain. Each step checks every live transaction
 * once and applies its next transition; it never waits for the chain. All state is in the database,
 * so the next step continues after a crash. Records the agent's heartbeat only after the signing
 * keys were read.
 */
export function createOutboxStage(outbox: Outbox): Stage {
  const { context, account } = outbox
  const name = 'outbox'
  const locked = createLockedStage(context, {
    name,
    lock: 'outbox',
    step: () => stepOutbox(outbox),
  })
  let hasKeys = false
  return {
    name,
    step: async () => {
      if (!hasKeys) await readSigners(outbox)
      hasKeys = true
      await recordHeartbeat(context.db, account.address)
      return await locked.step()
    },
  }
}

async function stepOutbox(unleased: Outbox): Promise<'more' | 'idle'> {
  const { db } = unleased.context
  if (!(await hasOpenActions(db))) return 'idle'
  const outbox = { ...unleased, lease: await takeLease(db) }
  const tip = await outbox.flow.getLatestBlock()
  const signedCount = await signQueuedActions(outbox, tip)
  const live = await loadLiveTransactions(db)
  const advance = (one: StoredTransaction) => advanceTransaction(outbox, one, tip.height)
  const results = outbox.isOrdered
    ? await settleInOrder(live, advance)
    : await Promise.allSettled(live.map(advance))
  for (const move of results) if (move.status === 'rejected') throw move.reason
  const hasMoved = results.some((move) => move.status === 'fulfilled' && move.value)
  return signedCount > 0 || hasMoved ? 'more' : 'idle'
}

/** Above the number of keys that an agent has. */
const MAX_ACTIONS_PER_STEP = 100

/**
 * Signs one transaction per free key for queued actions. Returns the number of actions whose state
 * changed.
 */
async function signQueuedActions(outbox: LeasedOutbox, tip: Block): Promise<number> {
  const selection = { tipHeight: tip.height, limit: MAX_ACTIONS_PER_STEP }
  const actions = await loadSignableActions(outbox.context.db, selection)
  if (actions.length === 0) return 0
  let movedCount = 0
  for (const [index, signer] of (await readFreeSigners(outbox)).entries()) {
    const action = actions[index]
    if (action !== undefined && (await signAction(outbox, action, { signer, tip }))) movedCount += 1
  }
  return movedCount
}

/** Returns whether the state of the action changed. */
async function signAction(
  outbox: LeasedOutbox,
  action: QueuedAction,
  { signer, tip }: { signer: TransactionSigner; tip: Block },
): Promise<boolean> {
  const tables = getLeasedTables(outbox)
  const { address, id: actionId } = action
  const call = await buildActionCall(outbox, action, { signer: signer.signer, tip })
  if ('problem' in call) {
    const { problem, isMoot = false } = call
    await markActionFailed(tables, { address, actionId }, { problem, isMoot })
    return true
  }
  const signed = signCall(outbox, call, { signer, tip })
  const txId = computeTransactionId(signed)
  return await insertSignedTransaction(tables, {
    address,
    actionId,
    txId,
    signed,
    referenceHeight: tip.height,
  })
}

function signCall(
  { account }: Outbox,
  { cadence, args }: CadenceCall,
  { signer: proposal, tip }: { signer: TransactionSigner; tip: Block },
): Transaction {
  const { signer, sequenceNumber } = proposal
  const transaction = buildTransaction({
    cadence,
    args,
    referenceBlockId: tip.id,
    proposalKey: { address: account.address, keyIndex: signer.keyIndex, sequenceNumber },
    payer: account.address,
    authorizers: [account.address],
  })
  return signTransaction(transaction, [signer])
}

/** Returns the keys of the account without a live transaction, in key order. */
async function readFreeSigners(outbox: Outbox): Promise<TransactionSigner[]> {
  const { context, account } = outbox
  const busy = new Set((await loadLiveTransactions(context.db)).map(({ keyIndex }) => keyIndex))
  const signers = await readSigners(outbox)
  const uses = await loadKeyUsages(context.db, account.address)
  return signers
    .filter(({ signer }) => !busy.has(signer.keyIndex))
    .map((proposal) => ({ ...proposal, sequenceNumber: computeNextSequence(proposal, uses) }))
}

/**
 * Returns the next sequence number of a key: the chain's, or one above that of our own last
 * executed transaction if the node has not seen it yet. A dropped transaction used no number.
 */
function computeNextSequence(
  { signer, sequenceNumber }: TransactionSigner,
  uses: readonly KeyUsage[],
): number {
  const last = uses.find(({ keyIndex }) => keyIndex === signer.keyIndex)
  if (last === undefined || last.outcome === 'dropped') return sequenceNumber
  return Math.max(sequenceNumber, last.sequenceNumber + 1)
}

async function settleInOrder<T, R>(
  items: readonly T[],
  run: (item: T) => Promise<R>,
): Promise<PromiseSettledResult<R>[]> {
  const results: PromiseSettledResult<R>[] = []
  for (const item of items) results.push(...(await Promise.allSettled([run(item)])))
  return results
}

/** Returns whether the state of the transaction changed. */
async function advanceTransaction(
  outbox: LeasedOutbox,
  transaction: StoredTransaction,
  tipHeight: number,
): Promise<boolean> {
  const observation = await observeTransaction(outbox.flow, transaction, tipHeight)
  const transition = decideTransition(transaction, observation)
  await applyTransition(outbox, transaction, { transition, tipHeight })
  return transition.kind !== 'wait'
}

/**
 * Reads the state of a live transaction from the chain. The sequence number is read at exactly
 * `tipHeight`: a node without that block then fails instead of returning an outdated number.
 */
async function observeTransaction(
  flow: FlowReader,
  transaction: StoredTransaction,
  tipHeight: number,
): Promise<ChainObservation> {
  const { txId, submissions } = transaction
  if (submissions === 0) return { tipHeight, status: 'unsent', error: null, keySequence: null }
  const { status, error } = await flow.getTransactionResult(txId)
  const keySequence = isPastExpiry(transaction, tipHeight)
    ? await readKeySequence(flow, transaction, tipHeight)
    : null
  return { tipHeight, status, error, keySequence }
}

async function readKeySequence(
  flow: FlowReader,
  { keyAddress, keyIndex }: StoredTransaction,
  height: number,
): Promise<number | null> {
  const account = await flow.getAccount(keyAddress, height)
  return account?.keys.find(({ index }) => index === keyIndex)?.sequenceNumber ?? null
}

/** Maximum number of transactions signed for one action before it fails. */
const MAX_ATTEMPTS = 3

/** Carries out the transition of a live transaction. Rethrows errors of the node. */
async function applyTransition(
  outbox: LeasedOutbox,
  transaction: StoredTransaction,
  { transition, tipHeight }: { transition: Transition; tipHeight: number },
): Promise<void> {
  switch (transition.kind) {
    case 'wait':
      return
    case 'acknowledge':
      return await markTransactionSent(getLeasedTables(outbox), transaction)
    case 'post':
      return await submitTransaction(outbox, transaction, tipHeight)
    case 'seal':
      return await recordSealed(outbox, transaction)
    case 'revert':
      return await recordReverted(outbox, transaction, transition.problem)
    case 'drop':
      return await recordDropped(outbox, transaction, transition)
  }
}

async function submitTransaction(
  outbox: LeasedOutbox,
  transaction: StoredTransaction,
  tipHeight: number,
): Promise<void> {
  const tables = getLeasedTables(outbox)
  await recordSubmissionAttempt(tables, transaction, tipHeight)
  try {
    await postTransaction(outbox.node, transaction.signed)
  } catch (error) {
    if (error instanceof NodeRefusedError)
      return await retryOrDropRefused(outbox, transaction, error)
    if (error instanceof RetryableError) {
      await recordSubmissionProblem(tables, transaction, {
        problem: formatSendError(error),
        isAnswered: false,
      })
    }
    throw error
  }
  await markTransactionSent(getLeasedTables(outbox), transaction)
}

/**
 * Ends the transaction as dropped after a refusal. Only records the problem when an earlier attempt
 * may have reached another node.
 */
async function retryOrDropRefused(
  outbox: LeasedOutbox,
  transaction: StoredTransaction,
  error: NodeRefusedError,
): Promise<void> {
  outbox.context.log.warn({ err: error, txId: transaction.txId }, 'the node refused a transaction')
  const problem = formatSendError(error)
  if (transaction.submissions > 0) {
    const answered = { problem, isAnswered: true }
    return await recordSubmissionProblem(getLeasedTables(outbox), transaction, answered)
  }
  await recordDropped(outbox, transaction, {
    problem,
    isRetryable: classifyTransactionRefusal(error.text) === 'outdated',
  })
}

async function recordSealed(outbox: LeasedOutbox, transaction: StoredTransaction): Promise<void> {
  const { height } = await outbox.flow.getLatestBlock()
  const { txId } = transaction
  await markTransactionEnded(getLeasedTables(outbox), transaction, {
    outcome: 'sealed',
    problem: null,
    action: { status: 'sealed', txId, sealedHeight: height, problem: null },
  })
}

async function recordReverted(
  outbox: LeasedOutbox,
  transaction: StoredTransaction,
  message: string,
): Promise<void> {
  const { txId, kind } = transaction
  const problem = formatContractSentence(message)
  await markTransactionEnded(getLeasedTables(outbox), transaction, {
    outcome: 'reverted',
    problem,
    action: { status: 'failed', txId, problem, isMoot: isMootFailure(kind, message) },
  })
}

async function recordDropped(
  outbox: LeasedOutbox,
  transaction: StoredTransaction,
  { problem, isRetryable }: { problem: string; isRetryable: boolean },
): Promise<void> {
  const canRetry = isRetryable && transaction.attempts < MAX_ATTEMPTS
  await markTransactionEnded(getLeasedTables(outbox), transaction, {
    outcome: 'dropped',
    problem,
    action: { status: canRetry ? 'queued' : 'failed', txId: null, problem },
  })
}
