import { ALL_TOKENS } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'

/**
 * Reads which of the accounts have facts that need more than their stored sums: a listed account took from them,
 * they sent dust, or the community spoke or decided about them.
 */
export async function readUncommonAccounts(
  db: Kysely<Tables>,
  addresses: readonly Address[],
): Promise<Set<Address>> {
  const isWanted = sql`address = any(${addresses}::text[])`
  const { rows } = await sql<{ address: Address }>`
    select address from chain_exposure where ${isWanted} and hop = 0 and swept_count > 0
    union
    select address from chain_counterparty
    where ${isWanted} and token = ${sql.lit(ALL_TOKENS)} and dust_sent_count > 0
    union select address from dao_report where ${isWanted}
    union select address from label_report where ${isWanted}
    union select address from dao_freeze where ${isWanted}
    union select address from dao_appeal where ${isWanted}`.execute(db)
  return new Set(rows.map(({ address }) => address))
}
