import type { Transaction } from '@app/flow/send/transaction.ts'
import type { Address } from '@app/values/address.ts'
import { RetryableError } from '@app/values/errors.ts'
import { type Kysely, sql, type Updateable } from 'kysely'
import type { ActionRow, TransactionOutcome } from '../../db/tables/agent-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { recordActionEnd } from '../history/write-action-end.ts'
import { lockActions } from '../write-action.ts'

type Queries = Kysely<Tables>

/**
 * The tables with the right to change what the outbox stores, until another process takes the next lease; `lease` grows
 * with each.
 */
export interface LeasedTables {
  db: Queries
  lease: number
}

/** Takes the lease: writes with an earlier one fail from now on. Waits for those that are running. */
export async function takeLease(db: Queries): Promise<LeasedTables> {
  const { rows } = await sql<{ lease: number }>`
    insert into agent_outbox_lease (token) values (1)
    on conflict (is_only) do update set token = agent_outbox_lease.token + 1
    returning token as lease`.execute(db)
  const [taken] = rows
  if (taken === undefined) throw new RetryableError('The outbox has no lease.')
  return { db, ...taken }
}

/**
 * Runs `work` in a transaction while no other process can take the lease. Throws `RetryableError`, and changes nothing,
 * when another one has taken it.
 */
export function withLease<T>(
  { db, lease }: LeasedTables,
  work: (db: Queries) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (queries) => {
    const { rows } = await sql`
      select token from agent_outbox_lease where token = ${lease} for share`.execute(queries)
    if (rows.length === 0)
      throw new RetryableError('Another agent took over the outbox while this one was slow.')
    return await work(queries)
  })
}

interface TransactionKey {
  address: Address
  txId: string
  actionId: number
}

interface SignedTransaction extends TransactionKey {
  referenceHeight: number
  signed: Transaction
}

/**
 * Stores a signed transaction before it is sent. Returns false when its address or its key already
 * has a live transaction, or its action was cancelled; the new one must then never be sent.
 */
export function insertSignedTransaction(
  tables: LeasedTables,
  transaction: SignedTransaction,
): Promise<boolean> {
  const { address, txId, actionId, referenceHeight, signed } = transaction
  return withLease(tables, async (queries) => {
    await lockActions(queries, address)
    const action = await queries
      .selectFrom('agent_action')
      .select('status')
      .where('address', '=', address)
      .where('id', '=', actionId)
      .executeTakeFirst()
    if (action?.status !== 'queued') return false
    const inserted = await queries
      .insertInto('agent_transaction')
      .values({
        address,
        tx_id: txId,
        action_id: actionId,
        key_address: signed.proposalKey.address,
        key_index: signed.proposalKey.keyIndex,
        sequence_number: signed.proposalKey.sequenceNumber,
        reference_height: referenceHeight,
        signed: JSON.stringify(signed),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (inserted.numInsertedOrUpdatedRows !== 1n) return false
    await queries
      .updateTable('agent_action')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('address', '=', address)
      .where('id', '=', actionId)
      .execute()
    return true
  })
}

/** Counts an attempt before it is made: a transaction without attempts was never sent. */
export function recordSubmissionAttempt(
  tables: LeasedTables,
  transaction: TransactionKey,
  tipHeight: number,
): Promise<void> {
  return withLease(tables, async (queries) => {
    await updateLiveTransaction(queries, transaction)
      .set((eb) => ({
        submissions: eb('submissions', '+', 1),
        last_submission_height: tipHeight,
      }))
      .execute()
  })
}

/** Marks the transaction as accepted by a node and its action as sent. */
export function markTransactionSent(
  tables: LeasedTables,
  transaction: TransactionKey,
): Promise<void> {
  return withLease(tables, async (queries) => {
    await updateLiveTransaction(queries, transaction).set({ is_answered: true }).execute()
    const sent = { status: 'sent', tx_id: transaction.txId, problem: null } as const
    await updateAction(queries, transaction, sent)
  })
}

/** Records a failed attempt after which the state of the transaction is unknown. */
export function recordSubmissionProblem(
  tables: LeasedTables,
  transaction: TransactionKey,
  { problem, isAnswered }: { problem: string; isAnswered: boolean },
): Promise<void> {
  return withLease(tables, async (queries) => {
    const change = { problem, ...(isAnswered && { is_answered: true }) }
    await updateLiveTransaction(queries, transaction).set(change).execute()
    await updateAction(queries, transaction, { problem })
  })
}

/** Ends a transaction that can no longer be executed: its key is free, and its address may have another one. */
export function markTransactionEnded(
  tables: LeasedTables,
  transaction: TransactionKey,
  outcome: TransactionOutcome,
  action: ActionUpdate & { problem: string | null },
): Promise<void> {
  return withLease(tables, async (queries) => {
    await lockActions(queries, transaction.address)
    await updateLiveTransaction(queries, transaction)
      .set({ outcome, problem: action.problem, ended_at: sql<Date>`now()` })
      .execute()
    await updateAction(queries, transaction, action)
    await recordActionEnd(queries, transaction)
  })
}

/** Ends an action that can never be sent. */
export function markActionFailed(
  tables: LeasedTables,
  action: Pick<TransactionKey, 'address' | 'actionId'>,
  { problem, isMoot }: { problem: string; isMoot: boolean },
): Promise<void> {
  return withLease(tables, async (queries) => {
    await lockActions(queries, action.address)
    await updateAction(queries, action, { status: 'failed', problem, is_moot: isMoot })
    await recordActionEnd(queries, action)
  })
}

type ActionUpdate = Updateable<ActionRow>

/** Updates an action and sends the notification `actions_changed`. */
async function updateAction(
  db: Queries,
  { address, actionId }: Pick<TransactionKey, 'address' | 'actionId'>,
  change: ActionUpdate,
): Promise<void> {
  await db
    .updateTable('agent_action')
    .set({ ...change, changed_at: sql<Date>`now()` })
    .where('address', '=', address)
    .where('id', '=', actionId)
    .execute()
  await sql`select pg_notify('actions_changed', ${address})`.execute(db)
}

function updateLiveTransaction(db: Queries, { address, txId }: TransactionKey) {
  return db
    .updateTable('agent_transaction')
    .where('address', '=', address)
    .where('tx_id', '=', txId)
    .where('outcome', 'is', null)
}
