import type { Address } from '@app/values/address.ts'
import type { Context } from '../../runtime/context.ts'
import { findAction, lockActions, queueAction } from '../write-action.ts'

/** The account to watch, and the reason. */
export interface ScheduleRequest {
  address: Address
  /** Evidence hash of the score that caused the watch. */
  evidenceHash: string
  /** One sentence for display. */
  reason: string
}

/**
 * Queues an action that starts the recurring rechecks of an address, or reschedules the overdue
 * one. Returns the id of the action; repeated calls with the same evidence return the same id
 * unless the action failed.
 */
export async function scheduleRecheck(
  { db }: Pick<Context, 'db'>,
  request: ScheduleRequest,
): Promise<number> {
  const action = {
    ...request,
    kind: 'schedule_recheck',
    idempotencyKey: request.evidenceHash,
  } as const
  return await db.transaction().execute(async (queries) => {
    await lockActions(queries, request.address)
    const before = await findAction(queries, action)
    if (before !== null && before.status !== 'failed') return before.id
    return await queueAction(queries, action)
  })
}
