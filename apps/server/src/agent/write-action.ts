import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { ActionKind, ActionStatus } from '../db/agent-tables.ts'
import type { Tables } from '../db/tables.ts'

type Queries = Kysely<Tables>

/** Names an action: there is one of a kind for each address and occasion. */
export interface ActionKey {
  address: Address
  kind: ActionKind
  /** The evidence it rests on, or what else calls for it, such as a run of the scheduler. */
  idempotencyKey: string
}

/** An action as it is kept. */
export interface NewAction extends ActionKey {
  evidenceHash: string
  /** Why, in a sentence for people. */
  reason: string
  /** Why it is kept as failed right away; queued without. */
  problem?: string
}

/** First half of the key of the advisory locks by address; any constant. */
const ADDRESS_LOCK = 7_301_005

/** Waits until nobody else asks for actions on the address, to the end of the transaction. */
export async function lockActions(db: Queries, address: Address): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADDRESS_LOCK}::int, hashtext(${address}))`.execute(db)
}

export interface ExistingAction {
  id: number
  status: ActionStatus
  /** It changed within the last hour. */
  isRecent: boolean
}

export async function findAction(db: Queries, name: ActionKey): Promise<ExistingAction | null> {
  const row = await db
    .selectFrom('agent_action')
    .select(['id', 'status', sql<boolean>`changed_at > now() - interval '1 hour'`.as('isRecent')])
    .where('address', '=', name.address)
    .where('kind', '=', name.kind)
    .where('idempotency_key', '=', name.idempotencyKey)
    .executeTakeFirst()
  return row ?? null
}

/** Queues the action, or the same one again from its start; returns its id. */
export async function queueAction(db: Queries, action: NewAction): Promise<number> {
  const { address, kind, evidenceHash, idempotencyKey, reason, problem = null } = action
  const status: ActionStatus = problem === null ? 'queued' : 'failed'
  const { rows } = await sql<{ id: number }>`
    insert into agent_action (address, kind, evidence_hash, idempotency_key, case_id, reason, status, problem)
    values (${address}, ${kind}, ${evidenceHash}, ${idempotencyKey}, ${buildCaseId(action)}, ${reason},
            ${status}, ${problem})
    on conflict (address, kind, idempotency_key) do update
    set status = excluded.status, attempts = 0, tx_id = null, sealed_height = null,
        problem = excluded.problem, reason = excluded.reason, changed_at = now()
    returning id`.execute(db)
  const [stored] = rows
  if (stored === undefined) throw new RangeError(`no action was kept for ${address}`)
  await sql`select pg_notify('actions_changed', ${address})`.execute(db)
  return stored.id
}

/** One case for all that happens to an address on the same evidence. */
function buildCaseId({ address, evidenceHash }: NewAction): string {
  return `${address.slice(2)}-${evidenceHash.slice(0, 12)}`
}
