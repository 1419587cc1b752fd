import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Context } from '../runtime/context.ts'
import { type BudgetExhausted, consumeBudget } from './budget.ts'
import { type Heartbeat, readHeartbeat } from './heartbeat.ts'
import { lockActions, queueAction } from './queue-action.ts'

/** What somebody asks the agent to do. */
export interface ActionRequest {
  /** Publishes the score that rests on `evidenceHash`. */
  kind: 'publish'
  address: Address
  evidenceHash: string
  /** Why, in a sentence for people. */
  reason: string
  /** Who asks, such as an IP address: each has a budget. */
  client: string
}

export type RequestOutcome =
  /** It is queued now, or was before: follow its row in `agent_action`. */
  | { kind: 'accepted'; actionId: number }
  /** No process with the role `agent` was at work a moment ago. */
  | { kind: 'agent_unavailable' }
  | ({ kind: 'budget_exhausted' } & BudgetExhausted)

/**
 * The only door to the agent. Asking again to publish the same evidence gives the same action, unless
 * that one failed, other evidence has taken its place on the chain since, or another account signed it
 * than the agent's of now (records of a dismissed publisher count for little). A recheck that publishes
 * this evidence is as good.
 */
export async function requestAction(
  context: Pick<Context, 'db' | 'config'>,
  request: ActionRequest,
): Promise<RequestOutcome> {
  return await context.db.transaction().execute(async (db) => {
    await lockActions(db, request.address)
    const before = await findPublication(db, request)
    if (before !== null && (await isStillCurrent(db, request, before))) {
      return { kind: 'accepted', actionId: before.id }
    }
    if (!(await readHeartbeat(db)).isAlive) return { kind: 'agent_unavailable' }
    const exhausted = await consumeBudget(db, request, context.config.agent.publishBudget)
    if (exhausted !== null) return { kind: 'budget_exhausted', ...exhausted }
    const action = { ...request, idempotencyKey: request.evidenceHash }
    return { kind: 'accepted', actionId: await queueAction(db, action) }
  })
}

/** Whether an agent is there to do what is asked, and when one was last. */
export function readAgentHeartbeat({ db }: Pick<Context, 'db'>): Promise<Heartbeat> {
  return readHeartbeat(db)
}

type Publication = NonNullable<Awaited<ReturnType<typeof findPublication>>>

/** The action by which the chain will get this evidence, or got it last. */
async function findPublication(db: Kysely<Tables>, { address, evidenceHash }: ActionRequest) {
  const row = await selectPublications(db, address)
    .where('evidence_hash', '=', evidenceHash)
    .where('status', '!=', 'failed')
    .orderBy('sealed_height', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row ?? null
}

/** What the chain holds of it is what it holds now. */
async function isStillCurrent(
  db: Kysely<Tables>,
  { address, evidenceHash }: ActionRequest,
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
  const newer = await selectPublications(db, address)
    .where('evidence_hash', '!=', evidenceHash)
    .where('sealed_height', '>', sealed_height)
    .executeTakeFirst()
  return newer === undefined
}

function selectPublications(db: Kysely<Tables>, address: Address) {
  return db
    .selectFrom('agent_action')
    .select(['id', 'status', 'sealed_height', 'tx_id'])
    .where('address', '=', address)
    .where('kind', 'in', ['publish', 'recheck'])
}
