import type { AlertType } from '@app/api/schemas/alert-data.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { Delivery, DeliveryOutcome } from '../alert.ts'
import { IS_ACTIVE } from '../subscriptions/write-subscription.ts'

/** What people have sent to find out about a receiver is not tried again. */
const SENT_ONCE: ReadonlySet<AlertType> = new Set(['webhook.test', 'webhook.challenge'])

/** 5 to 10 s, 10 to 20 s … up to 4 hours in between: 15 attempts within about 18 hours. */
const MAX_TRIES = 15
const FIRST_DELAY_SECONDS = 5
const MAX_DELAY_SECONDS = 4 * 3600

/** A clearance is tried again a day after its last attempt failed, until its time is over. */
const CLEARANCE_RETRY_SECONDS = 86_400

/** Attempts that begin at the same time to one subscription: a slow one does not delay the others. */
const MAX_OF_SUBSCRIPTION = 3

/** Longer than an attempt takes: then its process has ended, and the delivery is due again. */
const LEASE = sql`interval '10 seconds'`

/** Rows among which a step chooses. */
const MAX_CONSIDERED = 1_000

/** Notes that the next attempts begin, and returns them; none to the subscriptions that are `busy`. */
export async function beginAttempts(
  db: Kysely<Tables>,
  { limit, busy }: { limit: number; busy: readonly number[] },
): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    with due as (
      select owner, id, target_id, due_at from alert_delivery
      where status = 'waiting' and due_at <= now() and target_id <> all(${busy}::bigint[])
      order by due_at limit ${MAX_CONSIDERED}),
    ranked as (
      select *, row_number() over (partition by target_id order by due_at, id) as place from due),
    next as (
      select owner, id, is_sent from alert_delivery
      where status = 'waiting' and due_at <= now() and (owner, id) in (
        select owner, id from ranked where place <= ${MAX_OF_SUBSCRIPTION}
        order by due_at limit ${limit})
      for update skip locked)
    update alert_delivery
    set attempts = attempts + 1, tries = tries + 1, due_at = now() + ${LEASE},
      attempted_at = clock_timestamp(), is_sent = true
    from next, alert_subscription
    where alert_delivery.owner = next.owner and alert_delivery.id = next.id
      and alert_subscription.owner = alert_delivery.owner
      and alert_subscription.id = target_id
      and (${IS_ACTIVE} or (removed_at is null and type = 'webhook.challenge'))
    returning alert_delivery.owner, alert_delivery.id, url,
      jsonb_build_object('channel', alert_delivery.channel, 'id', target_id) as target,
      message_id as "messageId", type, body, tries, next.is_sent as "wasSentBefore",
      array[secret] || array(
        select replaced.secret from alert_replaced_secret as replaced
        where replaced.owner = alert_subscription.owner and subscription_id = alert_subscription.id
          and valid_until > now()
        order by valid_until desc) as secrets`.execute(db)
  return rows
}

/** Notes how an attempt ended; an answer that delivers also acknowledges. What was asked for meanwhile stays due. */
export async function endAttempt(
  db: Kysely<Tables>,
  { owner, id, type, tries, wasSentBefore }: Delivery,
  { isDelivered, mayBeReceived, responseStatus, problem }: DeliveryOutcome,
): Promise<void> {
  const isLast = tries >= (SENT_ONCE.has(type) ? 1 : MAX_TRIES)
  const failed = isLast && type !== 'wallet.cleared' ? 'dead' : 'waiting'
  const delaySeconds = isLast ? CLEARANCE_RETRY_SECONDS : computeDelaySeconds(tries)
  await sql`
    update alert_delivery
    set response_status = ${responseStatus}, error = ${problem},
      is_sent = ${wasSentBefore || mayBeReceived},
      acknowledged_at = case when ${isDelivered} then coalesce(acknowledged_at, now())
        else acknowledged_at end
    where owner = ${owner} and id = ${id}`.execute(db)
  await sql`
    update alert_delivery
    set status = ${isDelivered ? 'delivered' : failed}, tries = ${isLast ? 0 : tries},
      due_at = now() + make_interval(secs => ${delaySeconds})
    where owner = ${owner} and id = ${id} and status = 'waiting' and tries = ${tries}`.execute(db)
}

function computeDelaySeconds(tries: number): number {
  const first = FIRST_DELAY_SECONDS * (1 + Math.random())
  return Math.min(first * 2 ** (tries - 1), MAX_DELAY_SECONDS)
}

/**
 * Gives up what waits for subscriptions that get no alerts. A clearance counts as not reached, until the subscription
 * is confirmed.
 */
export async function giveUpUnsendable(db: Kysely<Tables>): Promise<void> {
  await sql`
    update alert_delivery
    set status = case type when 'wallet.cleared' then 'not_reached' else 'withdrawn' end
    where status = 'waiting' and due_at <= now() and not exists (
      select from alert_subscription where alert_subscription.owner = alert_delivery.owner
        and alert_subscription.id = target_id
        and (${IS_ACTIVE} or (removed_at is null and type = 'webhook.challenge')))`.execute(db)
}
