import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { BudgetKind } from '../db/tables/agent-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import {
  incrementUsage,
  incrementUsageWithin,
  readAndLockBudgetUsage,
  readDayAndDeleteOldUsage,
} from './write-budget.ts'

/**
 * Maximum number of actions per UTC day of block time: for one client, and for all clients together.
 */
export interface Budget {
  perClient: number
  total: number
}

export interface BudgetRequest {
  kind: BudgetKind
  /** The client, such as its IP address. Only a hash that changes daily is stored. */
  client: string
}

/** Which budget is used up, and the seconds of block time until the next UTC day begins. */
export interface BudgetExhausted {
  scope: 'client' | 'all'
  limit: number
  secondsLeft: number
}

/**
 * Uses one action of both budgets, or of neither when one is used up. Call it in the transaction
 * that queues the action, so that both roll back together.
 */
export async function consumeBudget(
  db: Kysely<Tables>,
  { kind, client }: BudgetRequest,
  budget: Budget,
): Promise<BudgetExhausted | null> {
  const { day, secondsLeft } = await readDayAndDeleteOldUsage(db)
  const clientHash = createHash('sha256').update(`${day} ${client}`).digest('hex')
  const used = await readAndLockBudgetUsage(db, { day, kind, clientHash })
  if (used.all >= budget.total) return { scope: 'all', limit: budget.total, secondsLeft }
  if (used.client >= budget.perClient) {
    return { scope: 'client', limit: budget.perClient, secondsLeft }
  }
  await incrementUsage(db, { day, kind, clientHash })
  return null
}

/** Uses one action of a daily cap that is not split by client. Returns false when it is used up. */
export async function consumeDailyCap(
  db: Kysely<Tables>,
  kind: BudgetKind,
  cap: number,
): Promise<boolean> {
  const { day } = await readDayAndDeleteOldUsage(db)
  return await incrementUsageWithin(db, { day, kind, cap })
}
