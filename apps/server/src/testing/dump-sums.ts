import type pg from 'pg'
import { SUM_TABLES } from '../indexer/sums/rebuild-sums.ts'

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
  'chain_transaction',
  'chain_transfer',
  'chain_nft_move',
  'chain_account_event',
  'chain_account',
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
    update label_state set seq = 0, listed_count = 0, list_hash = '';
    update chain_label_cursor set seq = 0, levels_seq = 0`)
}
