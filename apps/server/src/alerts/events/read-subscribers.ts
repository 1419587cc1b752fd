import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { Subscriber } from './subscriber.ts'

/** Reads who watches each of the addresses, by inbox or webhook. */
export async function readSubscribers(
  db: Kysely<Tables>,
  addresses: readonly Address[],
): Promise<Map<Address, Subscriber[]>> {
  const { rows } = await sql<Subscriber & { address: Address }>`
    select address, owner, null::bigint as "webhookId"
    from alert_watch where address = any(${addresses}::text[])
    union all
    select address, alert_watch.owner, id
    from alert_watch join alert_webhook on alert_webhook.owner = alert_watch.owner
    where address = any(${addresses}::text[]) and removed_at is null
      and (addresses is null or address = any(addresses))
    order by address, owner, "webhookId"`.execute(db)
  const byAddress = Map.groupBy(rows, ({ address }) => address)
  return new Map(
    [...byAddress].map(([address, found]) => [address, found.map(({ address: _, ...who }) => who)]),
  )
}

/** Reads every inbox with a watch list, and every webhook. */
export async function readAllSubscribers(db: Kysely<Tables>): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    select distinct owner, null::bigint as "webhookId" from alert_watch
    union all
    select owner, id from alert_webhook where removed_at is null
    order by owner, "webhookId"`.execute(db)
  return rows
}

/** Replaces webhooks that were removed by the inbox of their owner. */
export async function toReachable(
  db: Kysely<Tables>,
  subscribers: readonly Subscriber[],
): Promise<Subscriber[]> {
  const ids = subscribers.flatMap(({ webhookId }) => (webhookId === null ? [] : [webhookId]))
  const { rows } = await sql<{ id: number }>`
    select id from alert_webhook
    where id = any(${ids}::bigint[]) and removed_at is not null`.execute(db)
  const removed = new Set(rows.map(({ id }) => id))
  return subscribers.map(({ owner, webhookId }) => ({
    owner,
    webhookId: webhookId !== null && removed.has(webhookId) ? null : webhookId,
  }))
}
