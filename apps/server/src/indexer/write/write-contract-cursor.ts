import type pg from 'pg'

/** Blocks whose contract events are written. */
export interface ContractRange {
  fromHeight: number
  toHeight: number
  /** Whether no block was indexed before. */
  isFirst: boolean
}

/**
 * Moves the cursor of the contract events over the range if it follows what is complete. Call it in
 * the transaction that writes the events.
 */
export async function advanceContractCursor(
  client: pg.ClientBase,
  range: ContractRange | null,
): Promise<void> {
  if (range === null) return
  const { fromHeight, toHeight, isFirst } = range
  if (isFirst) await client.query(START, [toHeight])
  else await client.query(ADVANCE, [fromHeight - 1, toHeight])
}

const START = 'insert into chain_contract_cursor (height) values ($1) on conflict do nothing'

const ADVANCE = 'update chain_contract_cursor set height = $2 where height = $1'
