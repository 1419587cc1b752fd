import { randomUUID } from 'node:crypto'
import type { Address } from '@app/values/address.ts'
import { sql } from 'kysely'
import type { Context } from '../../runtime/context.ts'
import { notifyDeliveries } from '../events/write-rows.ts'
import { buildTestMessage } from '../messages/build-test-message.ts'

/** Asks for a test message to a webhook; returns the number of the delivery. */
export async function requestTest(
  { db }: Pick<Context, 'db'>,
  { owner, webhookId }: { owner: Address; webhookId: number },
): Promise<number> {
  const now = Date.now()
  const message = buildTestMessage(now)
  return await db.transaction().execute(async (queries) => {
    const { id } = await queries
      .insertInto('alert_delivery')
      .values({
        owner,
        webhook_id: webhookId,
        channel: 'webhook',
        message_id: `msg_${randomUUID()}`,
        type: message.type,
        at_ms: now,
        body: JSON.stringify(message),
        status: 'requested',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await notifyDeliveries(queries)
    return id
  })
}

/**
 * Asks for another attempt of a delivery, with the same message id. Returns whether there is such a
 * delivery; one that a clearance overtook is not sent again.
 */
export async function requestRedelivery(
  { db }: Pick<Context, 'db'>,
  { owner, webhookId, id }: { owner: Address; webhookId: number; id: number },
): Promise<boolean> {
  return await db.transaction().execute(async (queries) => {
    const { rows } = await sql`
      update alert_delivery set status = 'requested'
      where owner = ${owner} and webhook_id = ${webhookId} and id = ${id}
        and status in ('requested', 'waiting', 'delivered', 'dead', 'not_reached')
      returning id`.execute(queries)
    await notifyDeliveries(queries)
    return rows.length > 0
  })
}
