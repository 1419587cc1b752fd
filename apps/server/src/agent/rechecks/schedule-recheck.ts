import type { Address } from '@app/values/address.ts'
import type { Context } from '../../runtime/context.ts'
import { findAction, lockActions, queueAction } from '../write-action.ts'

/** Whose rechecks are to be scheduled, and why. */
export interface ScheduleRequest {
  address: Address
  /** Of the score for which it is watched. */
  evidenceHash: string
  /** In a sentence for people. */
  reason: string
}

/**
 * Has the agent start the recurring rechecks of an address, or book anew the one that is overdue.
 * Returns the id of the action: the same one on the same evidence, unless it failed.
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
