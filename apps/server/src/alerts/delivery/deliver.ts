import { fromKysely } from 'pg-boss'
import { notifyDeliveries } from '../events/write-rows.ts'
import type { AlertRoom } from '../room.ts'
import type { DeliveryJob } from './open-queue.ts'
import { beginAttempt, endAttempt } from './write-attempts.ts'

/**
 * Makes one attempt of a delivery to a webhook. When the process ends in between, the job becomes due
 * again, and the receiver gets the same message id once more.
 */
export async function deliver(
  { context, queue, webhook }: Pick<AlertRoom, 'context' | 'queue' | 'webhook'>,
  job: DeliveryJob,
): Promise<void> {
  const attempt = await beginAttempt(context.db, job.data)
  if (attempt === null) return await queue.complete(job)
  const outcome = await webhook.send(attempt, attempt)
  await context.db.transaction().execute(async (db) => {
    await endAttempt(db, job.data, { outcome, wasSentBefore: attempt.wasSentBefore })
    const isOver = outcome.isDelivered
    await (isOver ? queue.complete(job, fromKysely(db)) : queue.fail(job, fromKysely(db)))
    await notifyDeliveries(db)
  })
}
