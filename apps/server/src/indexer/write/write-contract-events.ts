import type pg from 'pg'
import { lockUntilCommit } from '../../db/locks.ts'
import type { NewContractEventRow } from '../../db/tables/chain-tables.ts'
import { withTransaction } from '../../db/with-transaction.ts'
import type { BlockRange } from '../next-range.ts'
import { advanceContractCursor } from './write-contract-cursor.ts'
import { writeContractEventRows } from './write-rows.ts'

/** Writes the contract events of indexed blocks and moves their cursor, in one transaction. */
export function writeContractEvents(
  pool: pg.Pool,
  rows: readonly NewContractEventRow[],
  { fromHeight, toHeight }: BlockRange,
): Promise<void> {
  return withTransaction(pool, async (client) => {
    // Numbers of rows must grow in the order in which transactions commit.
    await lockUntilCommit(client, 'sums')
    await writeContractEventRows(client, rows)
    await advanceContractCursor(client, { fromHeight, toHeight, isFirst: false })
    await client.query("select pg_notify('chain_advanced', $1)", [String(toHeight)])
  })
}
