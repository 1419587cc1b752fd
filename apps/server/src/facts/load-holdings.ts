import type { HoldingFacts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { MAX_SCORED_COLLECTIONS } from '@app/values/limits.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'

/**
 * Loads the NFT collections that the account held when its storage was last read; `null` when it
 * was never read.
 */
export async function loadHoldings(
  db: Kysely<Tables>,
  address: Address,
): Promise<HoldingFacts[] | null> {
  const rows = await db
    .selectFrom('score_holding_read as read')
    .leftJoin('score_holding as holding', 'holding.address', 'read.address')
    .leftJoin('chain_collection as seen', (join) =>
      join
        .onRef('seen.address', '=', 'holding.address')
        .on(sql<boolean>`seen.contract = regexp_replace(holding.collection, '\\.[^.]*$', '')`),
    )
    .select(['holding.collection', 'holding.count', 'seen.first_in_ms'])
    .where('read.address', '=', address)
    .orderBy('holding.count', 'desc')
    .orderBy(sql`holding.collection collate "C"`)
    .limit(MAX_SCORED_COLLECTIONS)
    .execute()
  if (rows.length === 0) return null
  return rows.flatMap(({ collection, count, first_in_ms }) =>
    collection === null || count === null || count === 0
      ? []
      : [
          {
            collection,
            count,
            isSelfMinted: collection.startsWith(`A.${address.slice(2)}.`),
            firstDepositSeconds: first_in_ms === null ? null : Math.floor(first_in_ms / 1000),
          },
        ],
  )
}
