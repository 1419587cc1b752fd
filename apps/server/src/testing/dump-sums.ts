import type { Party } from '@app/values/evm-address.ts'
import type pg from 'pg'
import { SUM_TABLES } from '../indexer/sums/rebuild-sums.ts'
import type { Context } from '../runtime/context.ts'

/** Returns every row of the named sum tables as text, in a stable order. */
export async function dumpSums(
  pool: pg.Pool,
  tables: readonly string[] = SUM_TABLES,
): Promise<Record<string, string[]>> {
  const dump: Record<string, string[]> = {}
  for (const table of tables) {
    const { rows } = await pool.query<{ line: string }>(
      `select to_jsonb(kept)::text as line from ${table} kept order by 1`,
    )
    dump[table] = rows.map(({ line }) => line)
  }
  return dump
}

const RAW_TABLES = [
  'chain_cursor',
  'chain_decoded',
  'chain_transaction',
  'chain_transfer',
  'chain_coa_move',
  'chain_coa_act',
  'chain_coa',
  'chain_coa_rewrite',
  'chain_evm_transaction',
  'chain_unverified_transfer',
  'chain_nft_move',
  'chain_account_event',
  'chain_account',
  'chain_stake_act',
  'chain_child_act',
  'chain_change',
  'chain_contract_event',
  'chain_publisher',
  'chain_contract_cursor',
  'label_entry',
  'label_change',
]

/** Deletes all rows of the indexer and of the labels. */
export async function clearChainTables(pool: pg.Pool): Promise<void> {
  const tables = [...RAW_TABLES, ...SUM_TABLES]
  await pool.query(`
    ${tables.map((table) => `delete from ${table};`).join('')}
    update chain_evm_skipped set count = 0;
    update label_state set seq = 0, listed_count = 0, list_hash = '';
    update chain_label_cursor set seq = 0, levels_seq = 0`)
}

/** Returns the activity of an account with one token, or undefined. */
export async function readActivity({ db }: Context, address: Party, token: string) {
  return await db
    .selectFrom('chain_activity')
    .selectAll()
    .where('address', '=', address)
    .where('token', '=', token)
    .executeTakeFirst()
}
