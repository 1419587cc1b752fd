import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { Context } from '../../runtime/context.ts'

/** An address that a wallet watches. */
export interface WatchedAddress {
  address: Address
  /** Block time in Unix milliseconds. */
  sinceMs: number
}

/** An address on the watch list of a wallet. */
export interface WatchKey {
  owner: Address
  address: Address
}

/** Addresses that one wallet can watch. */
export const MAX_WATCHED = 100

/** Reads the watch list of a wallet, the newest first. */
export async function readWatchList(
  { db }: Pick<Context, 'db'>,
  owner: Address,
): Promise<WatchedAddress[]> {
  return await db
    .selectFrom('alert_watch')
    .select(['address', 'since_ms as sinceMs'])
    .where('owner', '=', owner)
    .orderBy('since_ms', 'desc')
    .orderBy('address')
    .execute()
}

/**
 * Adds an address to a watch list, from a block time in Unix milliseconds on. Returns since when it is
 * watched, or `null` when the list is full.
 */
export async function writeWatch(
  { db }: Pick<Context, 'db'>,
  { owner, address, sinceMs }: WatchKey & { sinceMs: number },
): Promise<number | null> {
  return await db.transaction().execute(async (queries) => {
    await lockOwner(queries, owner)
    const watched = await queries
      .selectFrom('alert_watch')
      .select(['address', 'since_ms'])
      .where('owner', '=', owner)
      .execute()
    const known = watched.find((row) => row.address === address)
    if (known !== undefined) return known.since_ms
    if (watched.length >= MAX_WATCHED) return null
    await queries.insertInto('alert_watch').values({ owner, address, since_ms: sinceMs }).execute()
    return sinceMs
  })
}

/** Removes an address from a watch list, if it is on it. What it was told of is kept. */
export async function removeWatch({ db }: Pick<Context, 'db'>, key: WatchKey): Promise<void> {
  await db
    .deleteFrom('alert_watch')
    .where('owner', '=', key.owner)
    .where('address', '=', key.address)
    .execute()
}

/** First half of the advisory lock keys by owner; any constant. */
const OWNER_LOCK = 7_301_006

/** Makes changes of one wallet's subscriptions wait for each other. */
export async function lockOwner(db: Kysely<Tables>, owner: Address): Promise<void> {
  await sql`select pg_advisory_xact_lock(${OWNER_LOCK}::int, hashtext(${owner}))`.execute(db)
}
