import type { BlockRange } from '@app/flow/read/chain.ts'
import type pg from 'pg'
import { withTransaction } from '../../db/create-pool.ts'
import { lockUntilCommit } from '../../db/locks.ts'
import type { NewContractEventRow } from '../../db/tables/chain-tables.ts'
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

interface ContractRange extends BlockRange {
  /** Whether no block was indexed before. */
  isFirst: boolean
}

/**
 * Moves the cursor of the contract events over the range if it follows what is complete. Call it in
 * the transaction that writes the events.
 */
export async function advanceContractCursor(
  client: pg.ClientBase,
  { fromHeight, toHeight, isFirst }: ContractRange,
): Promise<void> {
  if (isFirst) await client.query(START, [toHeight])
  else await client.query(ADVANCE, [fromHeight - 1, toHeight])
}

const START = 'insert into chain_contract_cursor (height) values ($1) on conflict do nothing'

const ADVANCE = 'update chain_contract_cursor set height = $2 where height = $1'
