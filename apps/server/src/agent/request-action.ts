import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import { type Exhausted, spend } from './budget.ts'
import { type Heartbeat, readHeartbeat } from './heartbeat.ts'

/** What somebody asks the agent to do. */
export interface ActionRequest {
  /** Publishes the score that rests on `evidenceHash`. */
  kind: 'publish'
  address: Address
  evidenceHash: string
  /** Why, in a sentence for people. */
  reason: string
  /** Who asks, such as an IP address: each has a budget. */
  visitor: string
}

export type RequestOutcome =
  /** It is queued now, or was before: follow its row in `agent_action`. */
  | { kind: 'accepted'; actionId: number }
  /** No process with the role `agent` was at work a moment ago. */
  | { kind: 'agent_unavailable' }
  | ({ kind: 'budget_exhausted' } & Exhausted)

/**
 * The only door to the agent. Asking again for the same kind of action on the same evidence gives the
 * same action, unless that one failed, or another of its kind has taken its place on the chain since.
 */
export async function requestAction(
  context: Pick<Context, 'db' | 'config'>,
  request: ActionRequest,
): Promise<RequestOutcome> {
  return await context.db.transaction().execute(async (db) => {
    await oneAtATimeFor(db, request.address)
    const before = await findAction(db, request)
    if (before !== null && (await stillStands(db, request, before))) {
      return { kind: 'accepted', actionId: before.id }
    }
    if (!(await readHeartbeat(db)).isAlive) return { kind: 'agent_unavailable' }
    const exhausted = await spend(db, request, context.config.agent.publishBudget)
    if (exhausted !== null) return { kind: 'budget_exhausted', ...exhausted }
    return { kind: 'accepted', actionId: await queueAction(db, request) }
  })
}

/** Whether an agent is there to do what is asked, and when one was last. */
export function readAgent({ db }: Pick<Context, 'db'>): Promise<Heartbeat> {
  return readHeartbeat(db)
}

/** First half of the key of the advisory locks by address; any constant. */
const ADDRESS_LOCK = 7_301_005

/** Waits until nobody else asks for actions on the address, to the end of the transaction. */
async function oneAtATimeFor(db: Kysely<Tables>, address: Address): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADDRESS_LOCK}::int, hashtext(${address}))`.execute(db)
}

type Known = Awaited<ReturnType<typeof findAction>>

async function findAction(db: Kysely<Tables>, { kind, address, evidenceHash }: ActionRequest) {
  const row = await db
    .selectFrom('agent_action')
    .select(['id', 'status', 'sealed_height'])
    .where('address', '=', address)
    .where('kind', '=', kind)
    .where('evidence_hash', '=', evidenceHash)
    .executeTakeFirst()
  return row ?? null
}

/** What the chain holds of it is what it holds now. */
async function stillStands(
  db: Kysely<Tables>,
  { address, kind }: ActionRequest,
  { status, sealed_height }: NonNullable<Known>,
): Promise<boolean> {
  if (status !== 'sealed') return status !== 'failed'
  const newer = await db
    .selectFrom('agent_action')
    .select('id')
    .where('address', '=', address)
    .where('kind', '=', kind)
    .where('sealed_height', '>', sealed_height)
    .executeTakeFirst()
  return newer === undefined
}

async function queueAction(db: Kysely<Tables>, request: ActionRequest): Promise<number> {
  const { address, kind, evidenceHash, reason } = request
  const { rows } = await sql<{ id: number }>`
    insert into agent_action (address, kind, evidence_hash, case_id, reason)
    values (${address}, ${kind}, ${evidenceHash}, ${caseIdOf(request)}, ${reason})
    on conflict (address, kind, evidence_hash) do update
    set status = 'queued', attempts = 0, tx_id = null, sealed_height = null, problem = null,
        reason = excluded.reason, changed_at = now()
    returning id`.execute(db)
  const [action] = rows
  if (action === undefined) throw new RangeError(`no action was kept for ${address}`)
  await sql`select pg_notify('actions_changed', ${address})`.execute(db)
  return action.id
}

/** One case for all that happens to an address on the same evidence. */
function caseIdOf({ address, evidenceHash }: ActionRequest): string {
  return `${address.slice(2)}-${evidenceHash.slice(0, 12)}`
}
