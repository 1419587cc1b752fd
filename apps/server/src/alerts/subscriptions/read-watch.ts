import type { Address } from '@app/values/address.ts'
import type { Context } from '../../runtime/context.ts'

/** An address that a wallet watches. */
export interface WatchedAddress {
  address: Address
  /** Block time in Unix milliseconds. */
  sinceMs: number
}

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
