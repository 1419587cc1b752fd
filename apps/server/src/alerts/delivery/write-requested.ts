import { sql } from 'kysely'
import { fromKysely } from 'pg-boss'
import type { AlertRoom } from '../room.ts'

const REQUESTS_PER_STEP = 100

/** Queues what a person asked to have sent: a test, or a delivery once more. */
export async function queueRequested({ context, queue }: Pick<AlertRoom, 'context' | 'queue'>) {
  await context.db.transaction().execute(async (db) => {
    const { rows } = await sql<{ owner: string; id: number; webhookId: number }>`
      update alert_delivery set status = 'waiting'
      where (owner, id) in (
        select owner, id from alert_delivery where status = 'requested'
        order by id limit ${REQUESTS_PER_STEP} for update skip locked)
      returning owner, id, webhook_id as "webhookId"`.execute(db)
    await queue.add(rows, fromKysely(db))
  })
}
