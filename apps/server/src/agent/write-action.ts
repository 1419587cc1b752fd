import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type {
  ActionKind,
  ActionPayload,
  ActionPriority,
  ActionStatus,
  MessagePayload,
} from '../db/tables/agent-tables.ts'
import type { Tables } from '../db/tables/tables.ts'

type Queries = Kysely<Tables>

/** Identifies an action: one per kind, address and idempotency key. */
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

/** A stored action that sends a signed message. */
export interface MessageAction {
  id: number
  status: ActionStatus
  contentHash: string
  signatures: MessagePayload['signatures']
}

/** Reads the action that sends this message; `null` when there is none. */
export async function readMessageAction(
  db: Queries,
  { address, kind, idempotencyKey }: ActionKey,
): Promise<MessageAction | null> {
  const row = await db
    .selectFrom('agent_action')
    .select(['id', 'status', 'evidence_hash', 'payload'])
    .where('address', '=', address)
    .where('kind', '=', kind)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  if (row === undefined || row.payload === null || !('content' in row.payload)) return null
  const signatures = row.payload.signatures.map(({ keyId, signature }) => ({ keyId, signature }))
  return { id: row.id, status: row.status, contentHash: row.evidence_hash, signatures }
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

/** An account and the evidence hash of its score. */
interface PublicationKey {
  address: Address
  evidenceHash: string
}

type Publication = NonNullable<Awaited<ReturnType<typeof findPublication>>>

/**
 * Finds the action that publishes this evidence: a pending one, else the last sealed one. Returns
 * `null` when there is none.
 */
export async function findPublication(db: Queries, { address, evidenceHash }: PublicationKey) {
  const row = await buildPublicationsQuery(db, address)
    .where('evidence_hash', '=', evidenceHash)
    .where('status', '!=', 'failed')
    .orderBy('sealed_height', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row ?? null
}

/**
 * Returns whether the publication is pending, or is still the latest record of the account and was
 * signed by the current agent account.
 */
export async function isPublicationCurrent(
  db: Queries,
  { address, evidenceHash }: PublicationKey,
  { status, sealed_height, tx_id }: Publication,
): Promise<boolean> {
  if (status !== 'sealed') return true
  const signedByAnother = await db
    .selectFrom('agent_transaction')
    .innerJoin('agent_heartbeat', (on) =>
      on.onRef('agent_heartbeat.key_address', '<>', 'agent_transaction.key_address'),
    )
    .select('tx_id')
    .where('address', '=', address)
    .where('tx_id', '=', tx_id)
    .executeTakeFirst()
  if (signedByAnother !== undefined) return false
  const newer = await buildPublicationsQuery(db, address)
    .where('evidence_hash', '!=', evidenceHash)
    .where('sealed_height', '>', sealed_height)
    .executeTakeFirst()
  return newer === undefined
}

function buildPublicationsQuery(db: Queries, address: Address) {
  return db
    .selectFrom('agent_action')
    .select(['id', 'status', 'sealed_height', 'tx_id'])
    .where('address', '=', address)
    .where('kind', 'in', ['publish', 'recheck'])
}
