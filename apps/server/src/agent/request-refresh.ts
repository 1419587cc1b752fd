import type { Address } from '@app/values/address.ts'
import type { Context } from '../runtime/context.ts'
import { consumeBudget } from './budget.ts'
import { readHeartbeat } from './read-heartbeat.ts'
import type { RequestOutcome } from './request-action.ts'
import { findAction, lockActions, type NewAction, queueAction } from './write-action.ts'

/** A publication that a wallet needs before its signed message can be relayed. */
export interface RefreshRequest {
  address: Address
  evidenceHash: string
  /** Unix milliseconds of its latest record on the chain; `null` when none is published. */
  lastPublishedMs: number | null
}

/**
 * Queues one publication for each outdated record, also of unchanged evidence: the contract then
 * renews the time and the publisher of the record. Its budgets are not those of visitors.
 */
export async function requestRefresh(
  context: Pick<Context, 'db' | 'config'>,
  request: RefreshRequest,
): Promise<RequestOutcome> {
  const action = buildRefreshAction(request)
  return await context.db.transaction().execute(async (db) => {
    await lockActions(db, request.address)
    const before = await findAction(db, action)
    if (before !== null && before.status !== 'failed') {
      return { kind: 'accepted', actionId: before.id }
    }
    if (!(await readHeartbeat(db)).isAlive) return { kind: 'agent_unavailable' }
    const budgetRequest = { kind: 'voter_publish', client: request.address } as const
    const { voterPublishBudget } = context.config.agent
    const exhausted = await consumeBudget(db, budgetRequest, voterPublishBudget)
    if (exhausted !== null) return { kind: 'budget_exhausted', ...exhausted }
    return { kind: 'accepted', actionId: await queueAction(db, action) }
  })
}

function buildRefreshAction({ address, evidenceHash, lastPublishedMs }: RefreshRequest): NewAction {
  return {
    kind: 'publish',
    priority: 'person',
    address,
    evidenceHash,
    idempotencyKey: `voter:${lastPublishedMs ?? 'first'}:${evidenceHash}`,
    reason: `${address} signed a message, and its published score was missing or outdated.`,
  }
}
