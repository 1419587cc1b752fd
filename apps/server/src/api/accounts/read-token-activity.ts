import { ALL_TOKENS, NFTS } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'

/** Tokens of an answer. */
const MAX_TOKENS = 50

/** What passed through an account in one token. */
export interface TokenActivity {
  token: string
  received: bigint
  sent: bigint
  transfers: number
  last_seconds: number | null
}

/** Reads the sums of an account per token, the most used first; without what was only dust. */
export async function readTokenActivity(
  db: Kysely<Tables>,
  address: Address,
): Promise<TokenActivity[]> {
  return await db
    .selectFrom('chain_activity')
    .select(['token', 'received', 'sent', 'last_seconds'])
    .select(sql<number>`transfers_in + transfers_out`.as('transfers'))
    .where('address', '=', address)
    .where('token', 'not in', [ALL_TOKENS, NFTS])
    .where(sql<boolean>`transfers_in + transfers_out > 0`)
    .orderBy('transfers', 'desc')
    .orderBy('token')
    .limit(MAX_TOKENS)
    .execute()
}

/** Reads the height at which the storage of an account was last read; `null` when it never was. */
export async function readHoldingHeight(
  db: Kysely<Tables>,
  address: Address,
): Promise<number | null> {
  const row = await db
    .selectFrom('score_holding_read')
    .select('read_height')
    .where('address', '=', address)
    .executeTakeFirst()
  return row?.read_height ?? null
}
