import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { BudgetKind } from '../db/tables/agent-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import type { Context } from '../runtime/context.ts'
import { type Considered, considerAccount } from './decision/consider-account.ts'
import { readHeartbeat } from './read-agent-status.ts'
import {
  findAction,
  findPublication,
  lockActions,
  type NewAction,
  queueAction,
} from './write-action.ts'
import { type Budget, type BudgetExhausted, consumeBudget } from './write-budget.ts'

export type RequestOutcome =
  /** The action is queued, now or by an earlier request; its state is in `agent_action`. */
  | { kind: 'accepted'; actionId: number }
  /** No process with the role `agent` has a recent heartbeat. */
  | { kind: 'agent_unavailable' }
  | ({ kind: 'budget_exhausted' } & BudgetExhausted)

interface PaidRequest<Outcome> {
  action: NewAction
  /** Returns the outcome where nothing is to be queued, such as when the action is queued already. */
  decideBefore: (db: Kysely<Tables>) => Promise<Outcome | undefined>
  /** What the action costs, and whose budget it is. */
  price: { kind: BudgetKind; client: string; budget: Budget }
}

/** Queues an action that somebody asks for: once, while an agent runs, and within a budget. */
export async function requestPaidAction<Outcome = RequestOutcome>(
  { db }: Pick<Context, 'db'>,
  { action, decideBefore, price }: PaidRequest<Outcome>,
): Promise<Outcome | RequestOutcome> {
  return await db.transaction().execute(async (queries) => {
    await lockActions(queries, action.address)
    const before = await decideBefore(queries)
    if (before !== undefined) return before
    if (!(await readHeartbeat(queries)).isAlive) return { kind: 'agent_unavailable' }
    const exhausted = await consumeBudget(queries, price, price.budget)
    if (exhausted !== null) return { kind: 'budget_exhausted', ...exhausted }
    return { kind: 'accepted', actionId: await queueAction(queries, action) }
  })
}

/** Returns the outcome where an action was queued before and has not failed. */
export async function findUnfailed(
  db: Kysely<Tables>,
  action: NewAction,
): Promise<RequestOutcome | undefined> {
  const before = await findAction(db, action)
  if (before === null || before.status === 'failed') return undefined
  return { kind: 'accepted', actionId: before.id }
}

/** A client's request to publish the score with `evidenceHash`. */
export interface ActionRequest {
  kind: 'publish'
  address: Address
  evidenceHash: string
  /** Reason, as one sentence for display. */
  reason: string
  /** The client, such as its IP address; each client has a budget. */
  client: string
}

/**
 * Queues a publication; the only entry point for clients. Repeated requests to publish
 * the same evidence return the same action, unless it failed, newer evidence was published since,
 * or it was signed by a different agent account (records of a dismissed publisher have less value).
 * A recheck that publishes the same evidence counts as the same action.
 */
export function requestAction(
  context: Pick<Context, 'db' | 'config'>,
  { client, ...request }: ActionRequest,
): Promise<RequestOutcome> {
  const budget = context.config.agent.publishBudget
  return requestPaidAction(context, {
    action: { ...request, idempotencyKey: request.evidenceHash },
    decideBefore: async (db) => {
      const actionId = await findPublication(db, request)
      return actionId === undefined ? undefined : { kind: 'accepted', actionId }
    },
    price: { kind: request.kind, client, budget },
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
export function requestRefresh(
  context: Pick<Context, 'db' | 'config'>,
  { address, evidenceHash, lastPublishedMs }: RefreshRequest,
): Promise<RequestOutcome> {
  const action: NewAction = {
    kind: 'publish',
    priority: 'person',
    address,
    evidenceHash,
    idempotencyKey: `voter:${lastPublishedMs ?? 'first'}:${evidenceHash}`,
    reason: `${address} signed a message, and its published score was missing or outdated.`,
  }
  const budget = context.config.agent.voterPublishBudget
  return requestPaidAction(context, {
    action,
    decideBefore: (db) => findUnfailed(db, action),
    price: { kind: 'voter_publish', client: address, budget },
  })
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
