import type { Transaction } from '@app/flow/send/transaction.ts'
import type { Address } from '@app/values/address.ts'
import type { Factor } from '@app/values/factor.ts'
import { type Kysely, sql } from 'kysely'
import type { ActionKind, TransactionOutcome } from '../../db/agent-tables.ts'
import type { Tables } from '../../db/tables.ts'
import type { LiveTransaction } from './decide-transition.ts'

type Queries = Kysely<Tables>

/** A live transaction as it is kept, with what its action needs. */
export interface StoredTransaction extends LiveTransaction {
  address: Address
  txId: string
  actionId: number
  keyAddress: Address
  keyIndex: number
  signed: Transaction
  /** Transactions signed for the action since it was queued last. */
  attempts: number
}

/** An action that waits for a transaction. */
export interface QueuedAction {
  address: Address
  id: number
  kind: ActionKind
  evidenceHash: string
}

/** Whether anything waits for the chain or for a transaction. */
export async function hasOpenActions(db: Queries): Promise<boolean> {
  const open = await db
    .selectFrom('agent_action')
    .select('id')
    .where('status', 'in', ['queued', 'sent'])
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** Every transaction that may still run: at most one for each address and each key. */
export async function loadLiveTransactions(db: Queries): Promise<StoredTransaction[]> {
  const rows = await db
    .selectFrom('agent_transaction as sent')
    .innerJoin('agent_action as action', (join) =>
      join.onRef('action.address', '=', 'sent.address').onRef('action.id', '=', 'sent.action_id'),
    )
    .selectAll('sent')
    .select(['action.attempts', 'action.status'])
    .where('sent.outcome', 'is', null)
    .orderBy('sent.action_id')
    .execute()
  return rows.map((row) => ({
    address: row.address,
    txId: row.tx_id,
    actionId: row.action_id,
    keyAddress: row.key_address,
    keyIndex: row.key_index,
    signed: row.signed,
    attempts: row.attempts,
    sequenceNumber: row.sequence_number,
    referenceHeight: row.reference_height,
    submissions: row.submissions,
    lastSubmissionHeight: row.last_submission_height,
    isAnswered: row.is_answered,
    isSent: row.status === 'sent',
  }))
}

/**
 * The oldest queued action of each address that has no live transaction, oldest first. One that had a
 * transaction before waits for a block above that one's reference: the same again would be the same.
 */
export async function loadSignableActions(
  db: Queries,
  { tipHeight, limit }: { tipHeight: number; limit: number },
): Promise<QueuedAction[]> {
  const { rows } = await sql<QueuedAction>`
    select address, id, kind, evidence_hash as "evidenceHash" from (
      select distinct on (address) address, id, kind, evidence_hash from agent_action
      where status = 'queued'
        and not exists (select 1 from agent_transaction live
                        where live.address = agent_action.address and live.outcome is null)
        and not exists (select 1 from agent_transaction before
                        where before.address = agent_action.address
                          and before.action_id = agent_action.id
                          and before.reference_height >= ${tipHeight})
      order by address, id
    ) oldest order by id limit ${limit}`.execute(db)
  return rows
}

/** How the last transaction of a key ended. */
export interface KeyUsage {
  keyIndex: number
  sequenceNumber: number
  outcome: TransactionOutcome
}

/** The last ended transaction of each key of an account that was ever used. */
export async function loadKeyUsages(db: Queries, keyAddress: Address): Promise<KeyUsage[]> {
  const { rows } = await sql<KeyUsage>`
    select distinct on (key_index)
      key_index as "keyIndex", sequence_number as "sequenceNumber", outcome
    from agent_transaction where key_address = ${keyAddress} and outcome is not null
    order by key_index, ended_at desc`.execute(db)
  return rows
}

/** The newest score of an account that rests on this evidence, as it is published. */
export interface PublishableScore {
  version: string
  /** `value` in units of 1/10,000. */
  factors: Record<Factor, { value: number }>
  toHeight: number
}

export async function loadPublishableScore(
  db: Queries,
  { address, evidenceHash }: Pick<QueuedAction, 'address' | 'evidenceHash'>,
): Promise<PublishableScore | null> {
  const row = await db
    .selectFrom('score_result')
    .select(['version', 'factors', 'to_height'])
    .where('address', '=', address)
    .where('evidence_hash', '=', evidenceHash)
    .orderBy('seq', 'desc')
    .executeTakeFirst()
  if (row === undefined) return null
  return { version: row.version, factors: row.factors, toHeight: row.to_height }
}
