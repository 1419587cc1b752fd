import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { buildGroupKey, type PlannedAlert } from './plan-digests.ts'

/**
 * Reads how many alerts the subscribers of `alerts` were written within the last minute, by
 * `buildGroupKey`.
 */
export async function readRecentCounts(
  db: Kysely<Tables>,
  alerts: readonly PlannedAlert[],
): Promise<Map<string, number>> {
  const owners = [...new Set(alerts.map(({ subscriber }) => subscriber.owner))]
  const types = [...new Set(alerts.map(({ message }) => message.type))]
  const rows = await db
    .selectFrom('alert_delivery')
    .select(({ fn }) => ['owner', 'webhook_id as webhookId', 'type', fn.countAll<number>().as('n')])
    .where(sql<boolean>`owner = any(${owners}::text[])`)
    .where(sql<boolean>`type = any(${types}::text[])`)
    .where(
      sql<boolean>`created_at between now() - interval '1 minute' and now() + interval '1 minute'`,
    )
    .groupBy(['owner', 'webhook_id', 'type'])
    .execute()
  return new Map(rows.map(({ type, n, ...who }) => [buildGroupKey(who, type), n]))
}
