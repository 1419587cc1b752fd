import type pg from 'pg'
import type { RangeRows } from '../decode/build-rows.ts'
import {
  actsOfAccountEvents,
  actsOfTransactions,
  movesOfNfts,
  movesOfTransfers,
} from '../sums/fresh-rows.ts'
import {
  ACCOUNT_EVENTS,
  ACCOUNTS,
  insertInto,
  NFT_MOVES,
  type RawTable,
  TRANSACTIONS,
  TRANSFERS,
  toArrays,
} from './raw-tables.ts'

/**
 * Inserts the raw rows of a range and puts those that were not there yet into the fresh tables, so
 * that rows which are there already count no second time.
 */
export async function insertRows(client: pg.ClientBase, rows: RangeRows): Promise<void> {
  await insertNew(client, rows.transfers, { table: TRANSFERS, keep: movesOfTransfers })
  await insertNew(client, rows.nftMoves, { table: NFT_MOVES, keep: movesOfNfts })
  await insertNew(client, rows.accountEvents, { table: ACCOUNT_EVENTS, keep: actsOfAccountEvents })
  await insertNew(client, rows.transactions, { table: TRANSACTIONS, keep: actsOfTransactions })
  if (rows.accounts.length > 0) {
    await client.query(insertInto(ACCOUNTS), toArrays(ACCOUNTS, rows.accounts))
  }
}

async function insertNew<Row>(
  client: pg.ClientBase,
  rows: readonly Row[],
  { table, keep }: { table: RawTable<Row>; keep: (source: string) => string },
): Promise<void> {
  if (rows.length === 0) return
  const sql = `with inserted as (${insertInto(table)} returning *) ${keep('inserted')}`
  await client.query(sql, toArrays(table, rows))
}
