import type { Address } from '@app/values/address.ts'
import { sql } from 'kysely'
import type { Context } from '../../runtime/context.ts'

/** Notes that a person has seen an entry of the own inbox; returns since when, `null` without an entry. */
export async function writeSeen(
  { db }: Pick<Context, 'db'>,
  { owner, id }: { owner: Address; id: number },
): Promise<Date | null> {
  const { rows } = await sql<{ seenAt: Date }>`
    update alert_delivery set acknowledged_at = coalesce(acknowledged_at, now())
    where owner = ${owner} and id = ${id} and channel = 'inbox'
      and status in ('delivered', 'not_reached')
    returning acknowledged_at as "seenAt"`.execute(db)
  return rows[0]?.seenAt ?? null
}
