import type { AlertType } from '@app/api/schemas/alert-data.ts'
import { type Kysely, sql } from 'kysely'
import { fromKysely } from 'pg-boss'
import type { Tables } from '../../db/tables/tables.ts'
import type { Delivery, DeliveryOutcome, SubscriptionTarget } from '../alert.ts'
import type { AlertRoom } from '../room.ts'
import { IS_ACTIVE } from '../subscriptions/write-subscription.ts'
import type { DeliveryJob, DeliveryKey, QueuedDelivery } from './open-queue.ts'

const REQUESTS_PER_STEP = 100
const DEAD_PER_STEP = 100

/** A clearance is tried again a day after its last attempt failed. */
const CLEARANCE_RETRY_SECONDS = 86_400

/** What people have sent to find out about a receiver is not tried again. */
export const SENT_ONCE: ReadonlySet<AlertType> = new Set(['webhook.test', 'webhook.challenge'])

/** SQL: where a row of `alert_delivery` goes, as a `Target`. */
const TARGET = sql`jsonb_build_object('channel', alert_delivery.channel, 'id', target_id)`

type Room = Pick<AlertRoom, 'context' | 'queue'>

/** Queues what a person asked to have sent: a test, a challenge, or a delivery once more. */
export async function queueRequested({ context, queue }: Room): Promise<void> {
  await context.db.transaction().execute(async (db) => {
    const { rows } = await sql<QueuedDelivery & { type: AlertType }>`
      update alert_delivery set status = 'waiting'
      where (owner, id) in (
        select owner, id from alert_delivery where status = 'requested'
        order by id limit ${REQUESTS_PER_STEP} for update skip locked)
      returning owner, id, ${TARGET} as target, type`.execute(db)
    const jobs = rows.map(({ type, ...row }) => ({ ...row, isOnce: SENT_ONCE.has(type) }))
    await queue.add(jobs, fromKysely(db))
  })
}

/**
 * Notes that an attempt begins, and returns it; `null` when there is nothing to send any more: it was delivered or
 * withdrawn, or the subscription was removed or stopped, or is not confirmed.
 */
export async function beginAttempt(
  db: Kysely<Tables>,
  { owner, id }: DeliveryKey,
): Promise<Delivery | null> {
  const { rows } = await sql<Delivery>`
    with before as (
      select is_sent from alert_delivery where owner = ${owner} and id = ${id} for update)
    update alert_delivery
    set attempts = attempts + 1, attempted_at = clock_timestamp(), is_sent = true
    from alert_subscription, before
    where alert_delivery.owner = ${owner} and alert_delivery.id = ${id} and status = 'waiting'
      and alert_subscription.owner = alert_delivery.owner
      and alert_subscription.id = target_id
      and (${IS_ACTIVE} or (removed_at is null and type = 'webhook.challenge'))
    returning alert_subscription.owner, ${TARGET} as target, url, message_id as "messageId", type, body,
      before.is_sent as "wasSentBefore",
      array[secret] || array(
        select replaced.secret from alert_replaced_secret as replaced
        where replaced.owner = alert_subscription.owner and subscription_id = alert_subscription.id
          and valid_until > now()
        order by valid_until desc) as secrets`.execute(db)
  return rows[0] ?? null
}

/** Notes how an attempt ended; an answer that delivers also acknowledges. */
export async function endAttempt(
  db: Kysely<Tables>,
  { owner, id }: DeliveryKey,
  { outcome, delivery }: { outcome: DeliveryOutcome; delivery: Delivery },
): Promise<void> {
  const { isDelivered, mayBeReceived, responseStatus, problem } = outcome
  const failed = SENT_ONCE.has(delivery.type) ? 'dead' : 'waiting'
  await sql`
    update alert_delivery
    set response_status = ${responseStatus}, error = ${problem},
      is_sent = ${delivery.wasSentBefore || mayBeReceived},
      status = case status when 'waiting' then ${isDelivered ? 'delivered' : failed} else status end,
      acknowledged_at = case when ${isDelivered} then coalesce(acknowledged_at, now())
        else acknowledged_at end
    where owner = ${owner} and id = ${id}`.execute(db)
}

/**
 * Gives up what waits for a subscription that gets no alerts. A clearance counts as not reached, until the subscription
 * is confirmed.
 */
export async function giveUpUnsendable(
  db: Kysely<Tables>,
  { owner, id }: DeliveryKey,
): Promise<void> {
  await sql`
    update alert_delivery
    set status = case type when 'wallet.cleared' then 'not_reached' else 'withdrawn' end
    where owner = ${owner} and id = ${id} and status = 'waiting' and not exists (
      select from alert_subscription where alert_subscription.owner = ${owner}
        and alert_subscription.id = target_id and ${IS_ACTIVE})`.execute(db)
}

/** Gives up what failed in every attempt. Only a clearance begins again, once a day, until its time is over. */
export async function giveUpDead(room: Room): Promise<void> {
  for (const job of await room.queue.takeDead(DEAD_PER_STEP)) await giveUpOne(room, job)
}

async function giveUpOne({ context, queue }: Room, job: DeliveryJob): Promise<void> {
  const { owner, id } = job.data
  await context.db.transaction().execute(async (db) => {
    const { rows } = await sql<{ status: string; target: SubscriptionTarget }>`
      update alert_delivery
      set status = case type when 'wallet.cleared' then status else 'dead' end
      where owner = ${owner} and id = ${id} and status = 'waiting'
      returning status, ${TARGET} as target`.execute(db)
    const again = rows.filter(({ status }) => status === 'waiting')
    const delaySeconds = CLEARANCE_RETRY_SECONDS
    const jobs = again.map(({ target }) => ({ owner, id, target, delaySeconds }))
    await queue.add(jobs, fromKysely(db))
    await queue.completeDead(job, fromKysely(db))
  })
}
