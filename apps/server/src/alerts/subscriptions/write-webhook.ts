import { randomBytes } from 'node:crypto'
import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { Context } from '../../runtime/context.ts'

/** Webhooks of one wallet. */
export const MAX_WEBHOOKS = 5

const SECRET_BYTES = 32

export interface NewWebhook {
  owner: Address
  url: string
  /** `null`: the watch list of the owner. */
  addresses: readonly Address[] | null
  /** Block time in Unix milliseconds. */
  sinceMs: number
}

/** A webhook that was just created, with the secret that is shown only now. */
export interface CreatedWebhook {
  id: number
  secret: string
}

/** Stores a webhook whose URL was checked; `null` when the wallet has the most that it may have. */
export async function writeWebhook(
  { db }: Pick<Context, 'db'>,
  { owner, url, addresses, sinceMs }: NewWebhook,
): Promise<CreatedWebhook | null> {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  return await db.transaction().execute(async (queries) => {
    await lockOwner(queries, owner)
    const { count } = await queries
      .selectFrom('alert_webhook')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('owner', '=', owner)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (count >= MAX_WEBHOOKS) return null
    const { id } = await queries
      .insertInto('alert_webhook')
      .values({ owner, url, secret, addresses: addresses && [...addresses], since_ms: sinceMs })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, secret }
  })
}

/** First half of the advisory lock keys by owner; any constant. */
const OWNER_LOCK = 7_301_006

/** Makes changes of one wallet's subscriptions wait for each other. */
export async function lockOwner(db: Kysely<Tables>, owner: Address): Promise<void> {
  await sql`select pg_advisory_xact_lock(${OWNER_LOCK}::int, hashtext(${owner}))`.execute(db)
}

/**
 * Removes a webhook; returns whether there was one. What waits for it is not sent any more; clearances
 * go to the inbox of its owner instead.
 */
export async function removeWebhook(
  { db }: Pick<Context, 'db'>,
  { owner, id }: { owner: Address; id: number },
): Promise<boolean> {
  return await db.transaction().execute(async (queries) => {
    const row = await queries
      .updateTable('alert_webhook')
      .set({ removed_at: sql<Date>`now()` })
      .where('owner', '=', owner)
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (row === undefined) return false
    await moveClearancesToInbox(queries, owner, id)
    await queries
      .updateTable('alert_delivery')
      .set({ status: 'withdrawn' })
      .where('owner', '=', owner)
      .where('webhook_id', '=', id)
      .where('status', 'in', ['held', 'requested', 'waiting'])
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
    set channel = 'inbox', webhook_id = null, status = 'delivered', is_sent = true
    where owner = ${owner} and webhook_id = ${id} and type = 'wallet.cleared'
      and status in ('requested', 'waiting')
      and not exists (
        select from alert_delivery as entry
        where entry.owner = ${owner} and entry.channel = 'inbox'
          and entry.event_id = alert_delivery.event_id)`.execute(db)
}
