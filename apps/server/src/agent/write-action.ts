import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type {
  ActionKind,
  ActionPayload,
  ActionPriority,
  ActionStatus,
} from '../db/tables/agent-tables.ts'
import type { Tables } from '../db/tables/tables.ts'

type Queries = Kysely<Tables>

interface ActionKey {
  address: Address
  kind: ActionKind
  /** The evidence hash, or another id of its cause, such as a scheduler run. */
  idempotencyKey: string
}

/** A new row of `agent_action`. */
export interface NewAction extends ActionKey {
  evidenceHash: string
  /** Reason, as one sentence for display. */
  reason: string
  /** What it sends, where the scorer's tables do not say it. */
  payload?: ActionPayload
  /** Which actions it waits for; by default that of its kind. */
  priority?: ActionPriority
  /** The case that it belongs to; by default that of its address and evidence. */
  caseId?: string
  /** When set, the action is stored as failed with this problem; otherwise it is queued. */
  problem?: string
}

/** First half of the advisory lock keys by address; any constant. */
const ADDRESS_LOCK = 7_301_005

/** Locks the actions of the address until the end of the transaction. */
export async function lockActions(db: Queries, address: Address): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADDRESS_LOCK}::int, hashtext(${address}))`.execute(db)
}

export interface ExistingAction {
  id: number
  status: ActionStatus
  /** Whether it changed within the last hour. */
  isRecent: boolean
}

/**
 * SQL: whether an action changed within the last hour. One that changed later than in an hour did so before the clock
 * was set back, and nothing waits until it has caught up.
 */
export const CHANGED_RECENTLY = sql`changed_at between now() - interval '1 hour' and now() + interval '1 hour'`

export async function findAction(db: Queries, name: ActionKey): Promise<ExistingAction | null> {
  const row = await db
    .selectFrom('agent_action')
    .select(['id', 'status', sql<boolean>`${CHANGED_RECENTLY}`.as('isRecent')])
    .where('address', '=', name.address)
    .where('kind', '=', name.kind)
    .where('idempotency_key', '=', name.idempotencyKey)
    .executeTakeFirst()
  return row ?? null
}

/** SQL: whether no transaction of an action can reach the chain. Reliable under `lockActions`. */
export const HAS_NO_LIVE_TRANSACTION = sql<boolean>`(status = 'queued' and not exists (
  select from agent_transaction live
  where live.address = agent_action.address and live.action_id = agent_action.id
    and live.outcome is null))`

/** Ends flags and proposals to freeze of a case that was withdrawn before they were signed. */
export async function cancelAccusations(
  db: Queries,
  { address, caseId }: { address: Address; caseId: string },
): Promise<void> {
  const problem = 'The accusation was withdrawn before this was sent.'
  await db
    .updateTable('agent_action')
    .set({ status: 'failed', is_moot: true, problem, changed_at: sql<Date>`now()` })
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .where('kind', 'in', ['flag', 'propose_freeze'])
    .where(HAS_NO_LIVE_TRANSACTION)
    .execute()
  await sql`select pg_notify('actions_changed', ${address})`.execute(db)
}

const PRIORITIES: Readonly<Record<ActionKind, ActionPriority>> = {
  relay_proposal: 'person',
  relay_vote: 'person',
  relay_appeal: 'person',
  relay_report: 'person',
  settle: 'person',
  flag: 'agent',
  unflag: 'agent',
  warn: 'agent',
  propose_freeze: 'agent',
  recheck: 'recheck',
  schedule_recheck: 'recheck',
  publish: 'visitor',
}

/** Queues the action, or queues an existing one again; returns its id. */
export async function queueAction(db: Queries, action: NewAction): Promise<number> {
  const { address, kind, evidenceHash, idempotencyKey, reason, problem = null } = action
  const { caseId = buildCaseId(action), priority = PRIORITIES[kind] } = action
  const payload = action.payload === undefined ? null : JSON.stringify(action.payload)
  const status: ActionStatus = problem === null ? 'queued' : 'failed'
  const { rows } = await sql<{ id: number }>`
    insert into agent_action (address, kind, evidence_hash, idempotency_key, case_id, reason, priority, status, problem, payload)
    values (${address}, ${kind}, ${evidenceHash}, ${idempotencyKey}, ${caseId}, ${reason},
            ${priority}, ${status}, ${problem}, ${payload}::jsonb)
    on conflict (address, kind, idempotency_key) do update
    set status = excluded.status, is_moot = false, priority = excluded.priority, attempts = 0, tx_id = null, sealed_height = null,
        problem = excluded.problem, reason = excluded.reason, changed_at = now(),
        evidence_hash = excluded.evidence_hash, case_id = excluded.case_id, payload = excluded.payload
    returning id`.execute(db)
  const [stored] = rows
  if (stored === undefined) throw new RangeError(`no action was stored for ${address}`)
  await sql`select pg_notify('actions_changed', ${address})`.execute(db)
  return stored.id
}

/** Builds the case id of all actions on an address with the same evidence. */
export function buildCaseId({
  address,
  evidenceHash,
}: Pick<NewAction, 'address' | 'evidenceHash'>): string {
  return `${address.slice(2)}-${evidenceHash.slice(0, 12)}`
}

/**
 * Returns whether another message of the same series with this sequence number or a higher one is on
 * its way, or was sealed a moment ago, after the caller read the number on the chain: the chain would
 * then refuse this one. Older ones are in the number that the caller read.
 */
export async function hasConflictingMessage(
  db: Queries,
  { address, kind, idempotencyKey, sequence }: ActionKey & { sequence: number },
): Promise<boolean> {
  const other = await db
    .selectFrom('agent_action')
    .select('id')
    .where('address', '=', address)
    .where('kind', '=', kind)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['queued', 'sent']),
        eb.and([
          eb('status', '=', 'sealed'),
          eb('changed_at', '>', sql<Date>`now() - interval '10 minutes'`),
        ]),
      ]),
    )
    .where('idempotency_key', '!=', idempotencyKey)
    .where(sql<boolean>`(payload->>'sequence')::bigint >= ${sequence}`)
    .executeTakeFirst()
  return other !== undefined
}

/**
 * Finds the action that publishes this evidence: a pending one, or a sealed one that is still the latest record of the
 * account by the current account of the agent. Returns `undefined` when there is none.
 */
export async function findPublication(
  db: Queries,
  { address, evidenceHash }: { address: Address; evidenceHash: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from agent_action own
    where address = ${address} and kind in ('publish', 'recheck')
      and evidence_hash = ${evidenceHash} and status <> 'failed'
      and (status <> 'sealed' or not exists (
        select from agent_action newer
        where newer.address = own.address and newer.kind in ('publish', 'recheck')
          and newer.evidence_hash <> own.evidence_hash and newer.sealed_height > own.sealed_height)
      and not exists (
        select from agent_transaction sent, agent_heartbeat agent
        where sent.address = own.address and sent.tx_id = own.tx_id
          and sent.key_address <> agent.key_address))
    order by sealed_height desc nulls first, id desc limit 1`.execute(db)
  return rows[0]?.id
}
