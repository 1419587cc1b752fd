import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { type Subscriber, toInbox } from '../alert.ts'
import { IS_ACTIVE, TARGET } from '../subscriptions/write-subscription.ts'

/** SQL: who watches which addresses, where they are told, and since which block time. */
export const WATCHING = sql`(
  select address, owner, 'inbox' as channel, null::bigint as target_id, since_ms from alert_watch
  union all
  select address, alert_watch.owner, channel, id,
    greatest(alert_watch.since_ms, alert_subscription.since_ms)
  from alert_watch join alert_subscription on alert_subscription.owner = alert_watch.owner
  where ${IS_ACTIVE} and (addresses is null or address = any(addresses))) as watching`

/** Reads who watches each of the addresses, and where they are told. */
export async function readSubscribers(
  db: Kysely<Tables>,
  addresses: readonly Address[],
): Promise<Map<Address, Subscriber[]>> {
  const { rows } = await sql<Subscriber & { address: Address }>`
    select address, owner, ${TARGET} as target from ${WATCHING}
    where address = any(${addresses}::text[]) order by address, owner, target_id`.execute(db)
  return Map.groupBy(rows, ({ address }) => address)
}

/** Replaces subscriptions that were removed by the inbox of their owner. */
export async function toReachable(
  db: Kysely<Tables>,
  subscribers: readonly Subscriber[],
): Promise<Subscriber[]> {
  const ids = subscribers.flatMap(({ target }) => target.id ?? [])
  const { rows } = await sql<{ id: number }>`
    select id from alert_subscription
    where id = any(${ids}::bigint[]) and removed_at is not null`.execute(db)
  const removed = new Set(rows.map(({ id }) => id))
  return subscribers.map((subscriber) => {
    const { id } = subscriber.target
    return id !== null && removed.has(id) ? toInbox(subscriber.owner) : subscriber
  })
}
