import type { BlockRange } from '@app/flow/read/chain.ts'
import type { Network } from '@app/values/network.ts'
import { buildFlowVaultTypeId } from '@app/values/token-type.ts'
import type pg from 'pg'
import { withTransaction } from '../../db/create-pool.ts'
import { lockUntilCommit } from '../../db/locks.ts'
import type { CursorRow } from '../../db/tables/chain-tables.ts'
import type { RangeRows } from '../decode/build-rows.ts'
import { DECODING } from '../decode/decoding.ts'
import { addDeltasToSums, markAccountsChanged } from '../sums/apply-sums.ts'
import { createDeltaTables } from '../sums/delta-tables.ts'
import { settleOwnPlaces } from '../sums/own-places.ts'
import { advanceContractCursor } from './write-contract-events.ts'
import { addDecodedRange } from './write-decoded.ts'
import { writeRows } from './write-rows.ts'

export interface WriteRangeInput {
  network: Network
  rows: RangeRows
  /** Number of the decoding that the rows are of; by default the current one. */
  decoding?: number
  /** Whether the rows include the events of the Dharma contracts in the whole range. */
  hasContractEvents: boolean
  /** The direction's cursor when the range was chosen; `null` for the first range. */
  before: CursorRow | null
  after: CursorRow
  /** Transfers of Cadence-owned accounts that are rewritten; a second's worth of them by default. */
  rewriteLimit?: number
}

/**
 * Writes the rows of a range, all sums and the cursor in one transaction. Returns false without
 * writing when another process has moved the cursor.
 */
export function writeRange(pool: pg.Pool, write: WriteRangeInput): Promise<boolean> {
  const { rows, decoding = DECODING, before, after, rewriteLimit } = write
  const added = toNewRange(write)
  const { fromHeight: from_height, toHeight: to_height } = added
  const isLive = after.direction === 'live'
  return withTransaction(pool, async (client) => {
    await lockUntilCommit(client, 'sums')
    if (!(await advanceCursor(client, write))) return false
    const block_id = isLive ? after.block_id : null
    await addDecodedRange(client, { from_height, to_height, decoding, block_id })
    await createDeltaTables(client)
    const flowToken = buildFlowVaultTypeId(write.network)
    const hasRemovals = await writeRows(client, rows, { flowToken, rewriteLimit })
    // The blocks of a back-fill are below the start of the contract events.
    if (write.hasContractEvents && isLive)
      await advanceContractCursor(client, { ...added, isFirst: before === null })
    await addDeltasToSums(client, { flowToken, hasRemovals })
    await markAccountsChanged(client)
    await settleOwnPlaces(client, { flowToken })
    await client.query("select pg_notify('chain_advanced', $1)", [String(after.to_height)])
    return true
  })
}

/** The blocks that a write adds. */
function toNewRange({ before, after }: WriteRangeInput): BlockRange {
  const { from_height: fromHeight, to_height: toHeight } = after
  if (before === null) return { fromHeight, toHeight }
  return after.direction === 'live'
    ? { fromHeight: before.to_height + 1, toHeight }
    : { fromHeight, toHeight: before.from_height - 1 }
}

async function advanceCursor(
  client: pg.ClientBase,
  { before, after }: Pick<WriteRangeInput, 'before' | 'after'>,
): Promise<boolean> {
  const values = [
    after.direction,
    after.from_height,
    after.to_height,
    after.block_id,
    after.parent_id,
    after.block_ms,
    after.node_height,
  ]
  const moved =
    before === null
      ? await client.query(INSERT_CURSOR, values)
      : await client.query(UPDATE_CURSOR, [...values, before.from_height, before.to_height])
  return moved.rowCount === 1
}

const INSERT_CURSOR = `
insert into chain_cursor (direction, from_height, to_height, block_id, parent_id, block_ms, node_height)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict do nothing`

const UPDATE_CURSOR = `
update chain_cursor set
  from_height = $2, to_height = $3, block_id = $4, parent_id = $5, block_ms = $6,
  node_height = greatest(node_height, $7)
where direction = $1 and from_height = $8 and to_height = $9`
