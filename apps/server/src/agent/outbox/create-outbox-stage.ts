import { tryWithAdvisoryLock } from '../../db/locks.ts'
import type { Stage } from '../../runtime/stage.ts'
import { recordHeartbeat } from '../write-heartbeat.ts'
import { applyTransition } from './apply-transition.ts'
import { decideTransition } from './decide-transition.ts'
import { observeTransaction } from './observe-transaction.ts'
import type { LeasedOutbox, Outbox } from './outbox.ts'
import { hasOpenActions, loadLiveTransactions, type StoredTransaction } from './queries.ts'
import { readSigners } from './read-signers.ts'
import { signQueuedActions } from './sign-queued-actions.ts'
import { takeLease } from './write-lease.ts'

/**
 * Creates the stage that sends queued actions to the chain. Each step checks every live transaction
 * once and applies its next transition; it never waits for the chain. All state is in the database,
 * so the next step continues after a crash. Records the agent's heartbeat only after the signing
 * keys were read.
 */
export function createOutboxStage(outbox: Outbox): Stage {
  const { context, account } = outbox
  let hasKeys = false
  return {
    name: 'outbox',
    step: async () => {
      if (!hasKeys) await readSigners(outbox)
      hasKeys = true
      await recordHeartbeat(context.db, account.address)
      return (await tryWithAdvisoryLock(context.pool, 'outbox', () => stepOutbox(outbox))) ?? 'idle'
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
