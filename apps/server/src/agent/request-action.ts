import type { Address } from '@app/values/address.ts'
import type { Context } from '../runtime/context.ts'
import { type BudgetExhausted, consumeBudget } from './budget.ts'
import { type Heartbeat, readHeartbeat } from './read-heartbeat.ts'
import { findPublication, isPublicationCurrent } from './read-publications.ts'
import { lockActions, queueAction } from './write-action.ts'

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
    if (before !== null && (await isPublicationCurrent(db, request, before))) {
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
