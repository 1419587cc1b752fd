import type { Address } from '@app/values/address.ts'
import { type Kysely, sql, type UpdateObject } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { Context } from '../../runtime/context.ts'
import type { ChannelName, SubscriptionTarget } from '../alert.ts'
import { createWebhookSecret } from '../channels/webhook.ts'
import { lockOwner } from './write-watch.ts'

/** A subscription of a wallet, by its number. */
export interface SubscriptionKey {
  owner: Address
  target: SubscriptionTarget
}

/** A subscription, without its secrets. */
export interface StoredSubscription {
  id: number
  channel: ChannelName
  url: string
  /** `null`: the watch list of the owner. */
  addresses: Address[] | null
  createdAt: Date
  /** It gets alerts. */
  isConfirmed: boolean
  /** Its receiver answered 410 (Gone), and has not confirmed since. */
  isGone: boolean
  /** Until when a secret that was replaced signs too; `null` when none does. */
  replacedSecretUntil: Date | null
}

export interface NewSubscription {
  owner: Address
  channel: ChannelName
  url: string
  secret: string
  /** `null`: the watch list of the owner. */
  addresses: readonly Address[] | null
  /** Block time in Unix milliseconds. */
  sinceMs: number
  /** Nothing has to confirm it. */
  isConfirmed?: boolean
}

export type Rotation =
  /** The new secret, which is shown only now. */
  | { kind: 'rotated'; secret: string; replacedUntil: Date }
  | { kind: 'not_found' }
  /** Too many secrets sign already. */
  | { kind: 'limited'; secondsLeft: number }

/** Subscriptions of one wallet to one channel. */
const MAX_SUBSCRIPTIONS = 5

/** Secrets that sign beside the newest one, at most. */
export const MAX_REPLACED_SECRETS = 5

/** SQL: whether a row of `alert_subscription` gets alerts. */
export const IS_ACTIVE = sql<boolean>`(removed_at is null and confirmed_at is not null)`

/** SQL: where a row with these columns goes, as a `Target`. */
export const TARGET = sql`jsonb_build_object('channel', channel, 'id', target_id)`

/** Wakes the processes that send. */
export async function notifyDeliveries(db: Kysely<Tables>): Promise<void> {
  await sql`select pg_notify('deliveries_changed', '')`.execute(db)
}

/** Reads the subscriptions of a wallet to some channels, the oldest first. */
export async function readSubscriptions(
  { db }: Pick<Context, 'db'>,
  owner: Address,
  channels: readonly ChannelName[],
): Promise<StoredSubscription[]> {
  const { rows } = await sql<StoredSubscription>`
    select id, channel, url, addresses, created_at as "createdAt",
      confirmed_at is not null as "isConfirmed", gone_at is not null as "isGone",
      (select max(valid_until) from alert_replaced_secret as replaced
       where replaced.owner = alert_subscription.owner and subscription_id = alert_subscription.id
         and valid_until > now()) as "replacedSecretUntil"
    from alert_subscription
    where owner = ${owner} and channel = any(${channels}::text[]) and removed_at is null
    order by id`.execute(db)
  return rows
}

/**
 * Stores a subscription whose URL was checked, which gets no alerts before it is confirmed. Returns its number; `null`
 * when the wallet has the most that it may have.
 */
export async function writeSubscription(
  { db }: Pick<Context, 'db'>,
  { addresses, sinceMs, isConfirmed = false, ...subscription }: NewSubscription,
): Promise<number | null> {
  const { owner, channel } = subscription
  return await db.transaction().execute(async (queries) => {
    await lockOwner(queries, owner)
    const { count } = await queries
      .selectFrom('alert_subscription')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('owner', '=', owner)
      .where('channel', '=', channel)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (count >= MAX_SUBSCRIPTIONS) return null
    const { id } = await queries
      .insertInto('alert_subscription')
      .values({
        ...subscription,
        addresses: addresses && [...addresses],
        since_ms: sinceMs,
        confirmed_at: isConfirmed ? sql<Date>`now()` : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/**
 * Notes that the receiver of a subscription wants alerts, in the transaction of `db`. Clearances that did not reach it
 * before are sent now.
 */
export async function markConfirmed(
  db: Kysely<Tables>,
  { owner, target }: SubscriptionKey,
): Promise<void> {
  await sql`
    update alert_subscription set confirmed_at = coalesce(confirmed_at, now()), gone_at = null
    where owner = ${owner} and id = ${target.id} and removed_at is null`.execute(db)
  await sql`
    update alert_delivery set status = 'waiting', due_at = now(), tries = 0
    where owner = ${owner} and target_id = ${target.id} and type = 'wallet.cleared'
      and status = 'not_reached' and acknowledged_at is null`.execute(db)
  await notifyDeliveries(db)
}

/**
 * Removes a subscription; returns whether there was one. What waits for it is not sent any more; clearances go to the
 * inbox of its owner instead.
 */
export const markRemoved = (context: Pick<Context, 'db'>, key: SubscriptionKey): Promise<boolean> =>
  endSubscription(context, key, { removed_at: NOW })

/** Ends a subscription like `markRemoved`; it stays in the lists, and can be confirmed again. */
export const markGone = (context: Pick<Context, 'db'>, key: SubscriptionKey): Promise<boolean> =>
  endSubscription(context, key, { gone_at: NOW, confirmed_at: null })

const NOW = sql<Date>`now()`

async function endSubscription(
  { db }: Pick<Context, 'db'>,
  { owner, target }: SubscriptionKey,
  end: UpdateObject<Tables, 'alert_subscription'>,
): Promise<boolean> {
  const { id, channel } = target
  return await db.transaction().execute(async (queries) => {
    const row = await queries
      .updateTable('alert_subscription')
      .set(end)
      .where('owner', '=', owner)
      .where('id', '=', id)
      .where('channel', '=', channel)
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (row === undefined) return false
    await moveClearancesToInbox(queries, owner, id)
    await queries
      .updateTable('alert_delivery')
      .set({ status: 'withdrawn' })
      .where('owner', '=', owner)
      .where('target_id', '=', id)
      .where('status', 'in', ['held', 'waiting'])
      .execute()
    return true
  })
}

/** Clearances that the inbox has already are withdrawn with the rest. */
async function moveClearancesToInbox(
  db: Kysely<Tables>,
  owner: Address,
  id: number,
): Promise<void> {
  await sql`
    update alert_delivery
    set channel = 'inbox', target_id = null, status = 'delivered', is_sent = true
    where owner = ${owner} and target_id = ${id} and type = 'wallet.cleared'
      and status = 'waiting'
      and not exists (
        select from alert_delivery as entry
        where entry.owner = ${owner} and entry.channel = 'inbox' and entry.type = 'wallet.cleared'
          and entry.address = alert_delivery.address
          and entry.case_id is not distinct from alert_delivery.case_id)`.execute(db)
}

/**
 * Replaces the secret of a webhook. Each secret that was replaced signs for 24 hours of the wall clock from then on,
 * beside the new one, also when that is replaced meanwhile.
 */
export async function replaceSecret(
  { db }: Pick<Context, 'db'>,
  { owner, id }: { owner: Address; id: number },
): Promise<Rotation> {
  const secret = createWebhookSecret()
  return await db.transaction().execute(async (queries) => {
    await lockOwner(queries, owner)
    const { rows: replaced } = await sql<{ secondsLeft: number }>`
      select ceil(extract(epoch from valid_until - now()))::int as "secondsLeft"
      from alert_replaced_secret
      where owner = ${owner} and subscription_id = ${id} and valid_until > now()
      order by valid_until`.execute(queries)
    const [first] = replaced
    if (first !== undefined && replaced.length >= MAX_REPLACED_SECRETS) {
      return { kind: 'limited', secondsLeft: first.secondsLeft }
    }
    const { rows } = await sql<{ replacedUntil: Date }>`
      insert into alert_replaced_secret (owner, subscription_id, secret, valid_until)
      select owner, id, secret, now() + interval '24 hours' from alert_subscription
      where owner = ${owner} and id = ${id} and channel = 'webhook' and removed_at is null
      returning valid_until as "replacedUntil"`.execute(queries)
    const [row] = rows
    if (row === undefined) return { kind: 'not_found' }
    await sql`
      update alert_subscription set secret = ${secret}
      where owner = ${owner} and id = ${id}`.execute(queries)
    return { kind: 'rotated', secret, replacedUntil: row.replacedUntil }
  })
}

/** Forgets secrets that sign no more. */
export async function removeReplacedSecrets({ db }: Pick<Context, 'db'>): Promise<void> {
  await sql`delete from alert_replaced_secret where valid_until <= now()`.execute(db)
}
