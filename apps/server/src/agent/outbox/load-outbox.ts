import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import {
  ACTION_PRIORITIES,
  type ActionKind,
  type ActionPayload,
  type TransactionOutcome,
} from '../../db/tables/agent-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'

type Queries = Kysely<Tables>

/** A queued action without a live transaction. */
export interface QueuedAction {
  address: Address
  id: number
  kind: ActionKind
  evidenceHash: string
  caseId: string
  reason: string
  payload: ActionPayload | null
}

/** Returns whether any action is queued or any transaction is live. */
export async function hasOpenActions(db: Queries): Promise<boolean> {
  const open = await db
    .selectFrom('agent_action')
    .select('id')
    .where('status', 'in', ['queued', 'sent'])
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** A stored live transaction, with the fields of its action. */
export type StoredTransaction = Awaited<ReturnType<typeof loadLiveTransactions>>[number]

/** Loads every live transaction: at most one for each address and each key. */
export const loadLiveTransactions = (db: Queries) =>
  db
    .selectFrom('agent_transaction as sent')
    .innerJoin('agent_action as action', (join) =>
      join.onRef('action.address', '=', 'sent.address').onRef('action.id', '=', 'sent.action_id'),
    )
    .select([
      'sent.address',
      'sent.tx_id as txId',
      'sent.action_id as actionId',
      'sent.key_address as keyAddress',
      'sent.key_index as keyIndex',
      'sent.sequence_number as sequenceNumber',
      'sent.reference_height as referenceHeight',
      'sent.signed',
      'sent.submissions',
      'sent.last_submission_height as lastSubmissionHeight',
      'sent.is_answered as isAnswered',
      'action.kind',
      'action.attempts',
      sql<boolean>`action.status = 'sent'`.as('isSent'),
    ])
    .where('sent.outcome', 'is', null)
    .orderBy('sent.action_id')
    .execute()

/**
 * Loads the oldest queued action of each address without a live transaction, in the order in which
 * they are to be signed: first the addresses whose most urgent queued action has the first priority,
 * then the oldest. Actions of one address keep their order, so that an urgent one carries the
 * earlier ones of its address with it. Of `propose_freeze` one at a time: the next sequence number
 * of the agent is known only after the earlier proposal. After an earlier transaction, an action is
 * returned only once the tip is above that one's reference block: otherwise the new transaction
 * would be identical.
 */
export async function loadSignableActions(
  db: Queries,
  { tipHeight, limit }: { tipHeight: number; limit: number },
): Promise<QueuedAction[]> {
  const { rows } = await sql<QueuedAction>`
    select address, id, kind, evidence_hash as "evidenceHash", case_id as "caseId", reason, payload
    from (
      select distinct on (address) address, id, kind, evidence_hash, case_id, reason, payload,
             min(array_position(${sql.val(ACTION_PRIORITIES)}::text[], priority))
               over (partition by address) as urgency
      from agent_action
      where status = 'queued'
        and not exists (select 1 from agent_transaction live
                        where live.address = agent_action.address and live.outcome is null)
        and not exists (select 1 from agent_transaction before
                        where before.address = agent_action.address
                          and before.action_id = agent_action.id
                          and before.reference_height >= ${tipHeight})
      order by address, id
    ) oldest
    where kind <> 'propose_freeze' or id = (${selectNextProposal(tipHeight)})
    order by urgency, id limit ${limit}`.execute(db)
  return rows
}

/** The proposal of the agent to sign next; none while another one is on its way or not yet seen. */
const selectNextProposal = (tipHeight: number) => sql`
  select min(queued.id) from agent_action queued
  where queued.kind = 'propose_freeze' and queued.status = 'queued'
    and not exists (
      select 1 from agent_action other
      join agent_transaction sent on sent.address = other.address and sent.action_id = other.id
      where other.kind = 'propose_freeze'
        and (sent.outcome is null or other.sealed_height > ${tipHeight}))`

/**
 * Loads the sequence number after that of our own last executed transaction, by key index: the node may not have seen it
 * yet. A dropped transaction used no number.
 */
export async function loadNextSequences(
  db: Queries,
  keyAddress: Address,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ keyIndex: number; outcome: TransactionOutcome; next: number }>`
    select distinct on (key_index)
      key_index as "keyIndex", outcome, sequence_number + 1 as next
    from agent_transaction where key_address = ${keyAddress} and outcome is not null
    order by key_index, ended_at desc`.execute(db)
  const executed = rows.filter(({ outcome }) => outcome !== 'dropped')
  return new Map(executed.map(({ keyIndex, next }) => [keyIndex, next]))
}
