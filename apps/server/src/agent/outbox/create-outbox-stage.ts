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
  loadLiveTransactions,
  loadNextSequences,
  loadSignableActions,
  type QueuedAction,
  type StoredTransaction,
} from './load-outbox.ts'
import { type LeasedOutbox, type Outbox, readSigners, type TransactionSigner } from './outbox.ts'
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
  const step = () => stepOutbox(outbox)
  const locked = createLockedStage(context, { name, lock: 'outbox', step })
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
  const outbox = { ...unleased, tables: await takeLease(db) }
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

/** Signs one transaction per free key for queued actions. Returns the number of actions whose state changed. */
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
  const { tables } = outbox
  const { address, id: actionId } = action
  const call = await buildActionCall(outbox, action, { signer: signer.signer, tip })
  if ('problem' in call) {
    const { problem, isMoot = false } = call
    await markActionFailed(tables, { address, actionId }, { problem, isMoot })
    return true
  }
  const signed = signCall(outbox, call, { signer, tip })
  const stored = { address, actionId, txId: computeTransactionId(signed), signed }
  return await insertSignedTransaction(tables, { ...stored, referenceHeight: tip.height })
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
  const ownNext = await loadNextSequences(context.db, account.address)
  return signers
    .filter(({ signer }) => !busy.has(signer.keyIndex))
    .map(({ signer, sequenceNumber }) => ({
      signer,
      sequenceNumber: Math.max(sequenceNumber, ownNext.get(signer.keyIndex) ?? 0),
    }))
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
      return await markTransactionSent(outbox.tables, transaction)
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
  const { tables } = outbox
  await recordSubmissionAttempt(tables, transaction, tipHeight)
  try {
    await postTransaction(outbox.node, transaction.signed)
  } catch (error) {
    if (error instanceof NodeRefusedError)
      return await retryOrDropRefused(outbox, transaction, error)
    if (error instanceof RetryableError) {
      const unanswered = { problem: formatSendError(error), isAnswered: false }
      await recordSubmissionProblem(tables, transaction, unanswered)
    }
    throw error
  }
  await markTransactionSent(tables, transaction)
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
    return await recordSubmissionProblem(outbox.tables, transaction, answered)
  }
  await recordDropped(outbox, transaction, {
    problem,
    isRetryable: classifyTransactionRefusal(error.text) === 'outdated',
  })
}

async function recordSealed(
  { flow, tables }: LeasedOutbox,
  transaction: StoredTransaction,
): Promise<void> {
  const { height: sealed_height } = await flow.getLatestBlock()
  const { txId: tx_id } = transaction
  const action = { status: 'sealed', tx_id, sealed_height, problem: null } as const
  await markTransactionEnded(tables, transaction, 'sealed', action)
}

async function recordReverted(
  { tables }: LeasedOutbox,
  transaction: StoredTransaction,
  message: string,
): Promise<void> {
  const { txId: tx_id, kind } = transaction
  const problem = formatContractSentence(message)
  const is_moot = isMootFailure(kind, message)
  const action = { status: 'failed', tx_id, problem, is_moot } as const
  await markTransactionEnded(tables, transaction, 'reverted', action)
}

async function recordDropped(
  { tables }: LeasedOutbox,
  transaction: StoredTransaction,
  { problem, isRetryable }: { problem: string; isRetryable: boolean },
): Promise<void> {
  const status = isRetryable && transaction.attempts < MAX_ATTEMPTS ? 'queued' : 'failed'
  await markTransactionEnded(tables, transaction, 'dropped', { status, tx_id: null, problem })
}
