import type { AlertMessage } from '@app/api/schemas/alert/alert-data.ts'
import { type Kysely, sql } from 'kysely'
import { fromKysely } from 'pg-boss'
import { holdLockUntilCommit } from '../../db/locks.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { Subscriber } from '../events/subscriber.ts'
import { buildSendingState, insertDigest, notifyDeliveries } from '../events/write-rows.ts'
import { buildDigest } from '../messages/build-digest.ts'
import type { AlertRoom } from '../room.ts'

type Room = Pick<AlertRoom, 'context' | 'queue'>

/**
 * Sends what was held back for a minute: as one digest, or by itself when it is only one. What was written later than
 * now waits for no clock that was set back.
 */
export async function writeHeld({ context, queue }: Room): Promise<void> {
  await context.db.transaction().execute(async (db) => {
    await holdLockUntilCommit(db, 'alerts')
    const { rows } = await sql<Subscriber & { type: string }>`
      select owner, webhook_id as "webhookId", type from alert_delivery where status = 'held'
      group by owner, webhook_id, type
      having min(created_at) <= now() - interval '1 minute'
        or min(created_at) > now() + interval '1 minute'`.execute(db)
    for (const group of rows) await writeGroup({ db, queue }, group)
  })
}

interface HeldRow {
  id: number
  body: string
  atMs: number
}

async function writeGroup(
  { db, queue }: { db: Kysely<Tables>; queue: Room['queue'] },
  { type, ...subscriber }: Subscriber & { type: string },
): Promise<void> {
  const { owner, webhookId } = subscriber
  const { rows } = await sql<HeldRow>`
    select id, body, at_ms as "atMs" from alert_delivery
    where owner = ${owner} and webhook_id is not distinct from ${webhookId} and type = ${type}
      and status = 'held' order by id for update`.execute(db)
  const [first, second] = rows
  if (first === undefined) return
  if (second === undefined) return await sendSingle({ db, queue }, { ...subscriber, id: first.id })
  const messages: AlertMessage[] = rows.map(({ body }) => JSON.parse(body))
  const atMs = Math.max(...rows.map((row) => row.atMs))
  const digest = { subscriber, message: buildDigest(messages), atMs }
  const digestId = await insertDigest(db, queue, digest)
  const ids = rows.map(({ id }) => id)
  await sql`
    update alert_delivery set status = 'digested', digest_id = ${digestId}
    where owner = ${owner} and id = any(${ids}::bigint[])`.execute(db)
}

async function sendSingle(
  { db, queue }: { db: Kysely<Tables>; queue: Room['queue'] },
  { id, ...subscriber }: Subscriber & { id: number },
): Promise<void> {
  const { owner, webhookId } = subscriber
  await db
    .updateTable('alert_delivery')
    .set(buildSendingState(subscriber))
    .where('owner', '=', owner)
    .where('id', '=', id)
    .execute()
  if (webhookId !== null) await queue.add([{ owner, id, webhookId }], fromKysely(db))
  await notifyDeliveries(db)
}
