import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { type Subscriber, toInbox } from '../alert.ts'
import { IS_ACTIVE } from '../subscriptions/write-subscription.ts'

const INBOX = sql`jsonb_build_object('channel', 'inbox', 'id', null)`
const SUBSCRIPTION = sql`jsonb_build_object('channel', channel, 'id', id)`

/** Reads who watches each of the addresses, and where they are told. */
export async function readSubscribers(
  db: Kysely<Tables>,
  addresses: readonly Address[],
): Promise<Map<Address, Subscriber[]>> {
  const { rows } = await sql<Subscriber & { address: Address }>`
    select address, owner, target from (
      select address, owner, null::bigint as id, ${INBOX} as target
      from alert_watch where address = any(${addresses}::text[])
      union all
      select address, alert_watch.owner, id, ${SUBSCRIPTION}
      from alert_watch join alert_subscription on alert_subscription.owner = alert_watch.owner
      where address = any(${addresses}::text[]) and ${IS_ACTIVE}
        and (addresses is null or address = any(addresses))) as subscriber
    order by address, owner, id`.execute(db)
  const byAddress = Map.groupBy(rows, ({ address }) => address)
  return new Map(
    [...byAddress].map(([address, found]) => [address, found.map(({ address: _, ...who }) => who)]),
  )
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
