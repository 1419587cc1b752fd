import { sql } from 'kysely'
import { fromKysely } from 'pg-boss'
import type { AlertRoom } from '../room.ts'
import type { DeliveryJob } from './open-queue.ts'

const DEAD_PER_STEP = 100

/** A clearance is tried again a day after its last attempt failed. */
const CLEARANCE_RETRY_SECONDS = 86_400

/**
 * Gives up what failed in every attempt. Only a clearance begins again, once a day, until its time is over
 * (times/write-unreached.ts).
 */
export async function buryDead(room: Pick<AlertRoom, 'context' | 'queue'>): Promise<void> {
  for (const job of await room.queue.takeDead(DEAD_PER_STEP)) await buryOne(room, job)
}

async function buryOne(
  { context, queue }: Pick<AlertRoom, 'context' | 'queue'>,
  job: DeliveryJob,
): Promise<void> {
  const { owner, id } = job.data
  await context.db.transaction().execute(async (db) => {
    const { rows } = await sql<{ status: string; webhookId: number }>`
      update alert_delivery
      set status = case type when 'wallet.cleared' then status else 'dead' end
      where owner = ${owner} and id = ${id} and status = 'waiting'
      returning status, webhook_id as "webhookId"`.execute(db)
    const again = rows.filter(({ status }) => status === 'waiting')
    const delaySeconds = CLEARANCE_RETRY_SECONDS
    const jobs = again.map(({ webhookId }) => ({ owner, id, webhookId, delaySeconds }))
    await queue.add(jobs, fromKysely(db))
    await queue.completeDead(job, fromKysely(db))
  })
}
