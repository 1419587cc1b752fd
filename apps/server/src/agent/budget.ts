import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ActionKind } from '../db/agent-tables.ts'
import type { Tables } from '../db/tables.ts'
import {
  incrementUsage,
  incrementUsageWithin,
  lockBudgetUsage,
  readBudgetDay,
} from './write-budget.ts'

/** Actions that visitors may have made on one UTC day: one visitor, and all of them together. */
export interface Budget {
  perClient: number
  total: number
}

export interface BudgetRequest {
  kind: ActionKind
  /** Who asks, such as an IP address; kept only as a hash that is another one each day. */
  client: string
}

/** Whose budget is used up, and when the next day begins. */
export interface BudgetExhausted {
  scope: 'client' | 'all'
  limit: number
  secondsLeft: number
}

/** Takes one action out of both budgets, or nothing when either is used up. To be rolled back with its action. */
export async function consumeBudget(
  db: Kysely<Tables>,
  { kind, client }: BudgetRequest,
  budget: Budget,
): Promise<BudgetExhausted | null> {
  const { day, secondsLeft } = await readBudgetDay(db)
  const clientHash = createHash('sha256').update(`${day} ${client}`).digest('hex')
  const used = await lockBudgetUsage(db, { day, kind, clientHash })
  if (used.all >= budget.total) return { scope: 'all', limit: budget.total, secondsLeft }
  if (used.client >= budget.perClient) {
    return { scope: 'client', limit: budget.perClient, secondsLeft }
  }
  await incrementUsage(db, { day, kind, clientHash })
  return null
}

/** Takes one action out of the cap of a day that no visitor shares; false when it is used up. */
export async function consumeDailyCap(
  db: Kysely<Tables>,
  kind: ActionKind,
  cap: number,
): Promise<boolean> {
  const { day } = await readBudgetDay(db)
  return await incrementUsageWithin(db, { day, kind, cap })
}
