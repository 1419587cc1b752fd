import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { Context } from '../../runtime/context.ts'
import { findAction, lockActions, type NewAction, queueAction } from '../write-action.ts'
import { consumeDailyCap } from '../write-budget.ts'

/** The account whose rechecks start or end, and why. */
interface ScheduleRequest {
  address: Address
  /** What causes it, such as a flag and its time: one action for each. */
  occasion: string
  /** Evidence hash of the score of the account. */
  evidenceHash: string
  /** One sentence for display. */
  reason: string
}

/** `capped`: the cap of the day is used up. */
export type ScheduleOutcome = { kind: 'queued' | 'waiting'; actionId: number } | { kind: 'capped' }

/**
 * Queues an action that starts the recurring rechecks of an address, or reschedules the overdue
 * one, within `SCHEDULES_PER_DAY`. An action on the same occasion that is open, or failed within the
 * hour, is not queued again.
 */
export async function scheduleRecheck(
  { db, config }: Pick<Context, 'db' | 'config'>,
  request: ScheduleRequest,
): Promise<ScheduleOutcome> {
  const action = buildAction(request)
  return await db.transaction().execute(async (queries) => {
    const waiting = await findWaiting(queries, action)
    if (waiting !== null) return { kind: 'waiting', actionId: waiting }
    const { schedulesPerDay } = config.agent
    if (!(await consumeDailyCap(queries, 'schedule_recheck', schedulesPerDay)))
      return { kind: 'capped' }
    return { kind: 'queued', actionId: await queueAction(queries, action) }
  })
}

/** Queues an action that ends the recurring rechecks of an address, as `scheduleRecheck` does. */
export async function endRechecks(
  { db }: Pick<Context, 'db'>,
  request: ScheduleRequest,
): Promise<ScheduleOutcome> {
  const action: NewAction = { ...buildAction(request), payload: { ends: 'rechecks' } }
  return await db.transaction().execute(async (queries) => {
    const waiting = await findWaiting(queries, action)
    if (waiting !== null) return { kind: 'waiting', actionId: waiting }
    return { kind: 'queued', actionId: await queueAction(queries, action) }
  })
}

const buildAction = ({ occasion, ...request }: ScheduleRequest): NewAction => ({
  ...request,
  kind: 'schedule_recheck',
  idempotencyKey: occasion,
})

async function findWaiting(db: Kysely<Tables>, action: NewAction): Promise<number | null> {
  await lockActions(db, action.address)
  const before = await findAction(db, action)
  if (before === null) return null
  const hasEnded = before.status === 'sealed' || (before.status === 'failed' && !before.isRecent)
  return hasEnded ? null : before.id
}
