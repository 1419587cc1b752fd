import type pg from 'pg'
import type { RangeRows } from '../decode/build-rows.ts'
import {
  buildAccountEventDeltas,
  buildNftMoveDeltas,
  buildTransactionDeltas,
  buildTransferDeltas,
} from '../sums/delta-rows.ts'
import {
  ACCOUNT_EVENTS,
  ACCOUNTS,
  buildInsert,
  NFT_MOVES,
  type RawTable,
  TRANSACTIONS,
  TRANSFERS,
  toColumnArrays,
} from './raw-tables.ts'

/**
 * Inserts the raw rows of a range and puts those that were not there yet into the delta tables, so
 * that rows which are there already count no second time.
 */
export async function insertRows(client: pg.ClientBase, rows: RangeRows): Promise<void> {
  await insertNew(client, rows.transfers, { table: TRANSFERS, buildDeltas: buildTransferDeltas })
  await insertNew(client, rows.nftMoves, { table: NFT_MOVES, buildDeltas: buildNftMoveDeltas })
  await insertNew(client, rows.accountEvents, {
    table: ACCOUNT_EVENTS,
    buildDeltas: buildAccountEventDeltas,
  })
  await insertNew(client, rows.transactions, {
    table: TRANSACTIONS,
    buildDeltas: buildTransactionDeltas,
  })
  if (rows.accounts.length > 0) {
    await client.query(buildInsert(ACCOUNTS), toColumnArrays(ACCOUNTS, rows.accounts))
  }
}

async function insertNew<Row>(
  client: pg.ClientBase,
  rows: readonly Row[],
  { table, buildDeltas }: { table: RawTable<Row>; buildDeltas: (source: string) => string },
): Promise<void> {
  if (rows.length === 0) return
  const sql = `with inserted as (${buildInsert(table)} returning *) ${buildDeltas('inserted')}`
  await client.query(sql, toColumnArrays(table, rows))
}
