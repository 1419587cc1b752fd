import { NFTS } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { sql } from 'kysely'
import type { Context } from '../../runtime/context.ts'
import type { Holdings } from './read-holdings.ts'

type Database = Pick<Context, 'db'>

/** Returns whether the account's NFTs were never read, or one has moved since. */
export async function areHoldingsOutdated({ db }: Database, address: Address): Promise<boolean> {
  const { rows } = await sql<{ is_outdated: boolean }>`
    select coalesce((select last_height from chain_activity
                     where address = ${address} and token = ${NFTS}), -1)
         > coalesce((select read_height from score_holding_read
                     where address = ${address}), -2) as is_outdated`.execute(db)
  return rows[0]?.is_outdated ?? true
}

interface HoldingsSnapshot {
  address: Address
  atHeight: number
  holdings: Holdings
}

/** Replaces the stored NFTs of the account, unless the stored ones were read at a higher height. */
export async function storeHoldings(
  { db }: Database,
  { address, atHeight, holdings }: HoldingsSnapshot,
): Promise<void> {
  await db.transaction().execute(async (queries) => {
    const values = { address, read_height: atHeight, skipped_paths: holdings.skippedPaths }
    const { numInsertedOrUpdatedRows } = await queries
      .insertInto('score_holding_read')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .column('address')
          .doUpdateSet(values)
          .where('score_holding_read.read_height', '<=', atHeight),
      )
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) return
    await queries.deleteFrom('score_holding').where('address', '=', address).execute()
    const rows = [...holdings.counts].map(([collection, count]) => ({ address, collection, count }))
    if (rows.length > 0) await queries.insertInto('score_holding').values(rows).execute()
  })
}
