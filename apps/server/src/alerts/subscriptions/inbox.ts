import type { AlertMessage } from '@app/api/schemas/alert-data.ts'
import type { Address } from '@app/values/address.ts'
import { sql } from 'kysely'
import type { Context } from '../../runtime/context.ts'

/** An alert in an inbox. */
export interface ReceivedAlert {
  id: number
  message: AlertMessage
  seenAt: Date | null
}

interface InboxPage {
  owner: Address
  limit: number
  /** Number of the last entry of the page before. */
  beforeId?: number | undefined
}

/** Reads the inbox of a wallet, the newest first. */
export async function readInbox(
  { db }: Pick<Context, 'db'>,
  { owner, limit, beforeId = Number.MAX_SAFE_INTEGER }: InboxPage,
): Promise<ReceivedAlert[]> {
  const { rows } = await sql<{ id: number; body: string; seenAt: Date | null }>`
    select id, body, acknowledged_at as "seenAt" from alert_delivery
    where owner = ${owner} and channel = 'inbox' and status in ('delivered', 'not_reached')
      and id < ${beforeId} order by id desc limit ${limit}`.execute(db)
  return rows.map(({ id, body, seenAt }) => ({ id, seenAt, message: JSON.parse(body) }))
}

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
