import type { Address } from '@app/values/address.ts'
import type { Context } from '../runtime/context.ts'
import { type Considered, considerAccount } from './decision/consider-account.ts'
import { readHeartbeat } from './read-agent-status.ts'
import {
  findAction,
  findPublication,
  isPublicationCurrent,
  lockActions,
  type NewAction,
  queueAction,
} from './write-action.ts'
import { type BudgetExhausted, consumeBudget } from './write-budget.ts'

/** A request to the agent. */
export interface ActionRequest {
  /** Publishes the score with `evidenceHash`. */
  kind: 'publish'
  address: Address
  evidenceHash: string
  /** Reason, as one sentence for display. */
  reason: string
  /** The client, such as its IP address; each client has a budget. */
  client: string
}

export type RequestOutcome =
  /** The action is queued, now or by an earlier request; its state is in `agent_action`. */
  | { kind: 'accepted'; actionId: number }
  /** No process with the role `agent` has a recent heartbeat. */
  | { kind: 'agent_unavailable' }
  | ({ kind: 'budget_exhausted' } & BudgetExhausted)

/**
 * Queues an action for the agent; the only entry point for clients. Repeated requests to publish
 * the same evidence return the same action, unless it failed, newer evidence was published since,
 * or it was signed by a different agent account (records of a dismissed publisher have less value).
 * A recheck that publishes the same evidence counts as the same action.
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

/** A publication that a wallet needs before its signed message can be sent. */
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

/** A person's request to judge an account again, whose newest score is stored. */
interface ReviewRequest {
  address: Address
  /** The client, such as its IP address; each client has a budget. */
  client: string
}

export type ReviewOutcome =
  | ({ kind: 'reviewed' } & Considered)
  | ({ kind: 'budget_exhausted' } & BudgetExhausted)

/** Considers the newest score of an account now and records the review in its history. */
export async function reviewAccount(
  context: Pick<Context, 'db' | 'config'>,
  { address, client }: ReviewRequest,
): Promise<ReviewOutcome> {
  const { reviewBudget } = context.config.agent
  const exhausted = await context.db
    .transaction()
    .execute((db) => consumeBudget(db, { kind: 'review', client }, reviewBudget))
  if (exhausted !== null) return { kind: 'budget_exhausted', ...exhausted }
  const considered = await considerAccount(context, address, { reviewer: 'A visitor' })
  return { kind: 'reviewed', ...considered }
}
