import { NFTS } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { RetryableError } from '@app/values/errors.ts'
import { sql } from 'kysely'
import { loadCoverage } from '../facts/load-coverage.ts'
import type { Context } from '../runtime/context.ts'
import { type NftHoldings, readHoldings } from './read-holdings.ts'

/**
 * Reads and stores the account's NFTs if they were never read or one has moved since. When the node
 * cannot answer, the stored NFTs stay, and the next score tries again.
 */
export async function refreshHoldings(context: Context, address: Address): Promise<void> {
  if (!(await areHoldingsOutdated(context, address))) return
  const coverage = await loadCoverage(context.db)
  if (coverage === null) return
  const { network } = context.config
  const atHeight = coverage.toHeight
  try {
    const holdings = await readHoldings(context.flow, { address, network, atHeight })
    await storeHoldings(context, { address, atHeight, holdings })
  } catch (error) {
    if (!(error instanceof RetryableError)) throw error
    context.log.warn({ err: error, address }, 'the NFTs of an account could not be read')
  }
}

/** Returns whether the account's NFTs were never read, or one has moved since. */
async function areHoldingsOutdated(
  { db }: Pick<Context, 'db'>,
  address: Address,
): Promise<boolean> {
  const { rows } = await sql<{ is_outdated: boolean }>`
    select coalesce((select last_height from chain_activity
                     where address = ${address} and token = ${NFTS}), -1)
         > coalesce((select read_height from score_holding_read
                     where address = ${address}), -2) as is_outdated`.execute(db)
  return rows[0]?.is_outdated ?? true
}

/** Replaces the stored NFTs of the account, unless the stored ones were read at a higher height. */
async function storeHoldings(
  { db }: Pick<Context, 'db'>,
  { address, atHeight, holdings }: { address: Address; atHeight: number; holdings: NftHoldings },
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
