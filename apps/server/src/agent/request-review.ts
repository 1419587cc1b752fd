import type { Address } from '@app/values/address.ts'
import type { Context } from '../runtime/context.ts'
import { type Considered, considerAccount } from './decision/consider-account.ts'
import { type BudgetExhausted, consumeBudget } from './write-budget.ts'

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
export async function requestReview(
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
