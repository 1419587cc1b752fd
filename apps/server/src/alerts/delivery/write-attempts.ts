import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { ChannelMessage, ChannelOutcome } from '../channels/channel.ts'
import type { WebhookTarget } from '../channels/webhook.ts'
import type { DeliveryKey } from './open-queue.ts'

/** A delivery of which an attempt has begun. */
export interface BegunAttempt extends WebhookTarget, ChannelMessage {
  /** An earlier attempt may have been received. */
  wasSentBefore: boolean
}

/**
 * Notes that an attempt begins, and returns what to send; `null` when there is nothing to send any more:
 * it was delivered or withdrawn, or the webhook was removed.
 */
export async function beginAttempt(
  db: Kysely<Tables>,
  { owner, id }: DeliveryKey,
): Promise<BegunAttempt | null> {
  const { rows } = await sql<BegunAttempt>`
    with before as (
      select is_sent from alert_delivery where owner = ${owner} and id = ${id} for update)
    update alert_delivery
    set attempts = attempts + 1, attempted_at = clock_timestamp(), is_sent = true
    from alert_webhook, before
    where alert_delivery.owner = ${owner} and alert_delivery.id = ${id} and status = 'waiting'
      and alert_webhook.owner = alert_delivery.owner
      and alert_webhook.id = alert_delivery.webhook_id and removed_at is null
    returning url, secret, message_id as "messageId", body, before.is_sent as "wasSentBefore"
    `.execute(db)
  return rows[0] ?? null
}

/** Notes how an attempt ended; an answer that delivers also acknowledges. */
export async function endAttempt(
  db: Kysely<Tables>,
  { owner, id }: DeliveryKey,
  { outcome, wasSentBefore }: { outcome: ChannelOutcome; wasSentBefore: boolean },
): Promise<void> {
  const { isDelivered, mayBeReceived, responseStatus, problem } = outcome
  await sql`
    update alert_delivery
    set response_status = ${responseStatus}, error = ${problem},
      is_sent = ${wasSentBefore || mayBeReceived},
      status = case when ${isDelivered} and status = 'waiting' then 'delivered' else status end,
      acknowledged_at = case when ${isDelivered} then coalesce(acknowledged_at, now())
        else acknowledged_at end
    where owner = ${owner} and id = ${id}`.execute(db)
}
