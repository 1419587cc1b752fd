import type { AlertMessage } from '@app/api/schemas/alert/alert-data.ts'
import type { Address } from '@app/values/address.ts'
import { sql } from 'kysely'
import type { Context } from '../../runtime/context.ts'

/** An entry of an inbox. */
export interface InboxEntry {
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
): Promise<InboxEntry[]> {
  const { rows } = await sql<{ id: number; body: string; seenAt: Date | null }>`
    select id, body, acknowledged_at as "seenAt" from alert_delivery
    where owner = ${owner} and channel = 'inbox' and status in ('delivered', 'not_reached')
      and id < ${beforeId} order by id desc limit ${limit}`.execute(db)
  return rows.map(({ id, body, seenAt }) => ({ id, seenAt, message: JSON.parse(body) }))
}
