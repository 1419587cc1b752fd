import type { BlockRange } from '@app/flow/read/chain.ts'
import { MAX_EVENT_BLOCKS } from '@app/flow/read/read-events.ts'
import { RetryableError } from '@app/values/errors.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'

/**
 * One day on testnet. Every address is rechecked at least daily, so older runs were followed by a
 * newer one.
 */
const LOOK_BACK_BLOCKS = 172_800

/**
 * Returns the next range of indexed blocks whose announced runs were not queued yet, or `null` when
 * there is none. Only indexed blocks are returned, so that the score covers everything up to the
 * announcing block.
 */
export async function findNextBlocks(db: Kysely<Tables>): Promise<BlockRange | null> {
  const { rows } = await sql<{ covered: number; from: number; to: number }>`
    select cursor.height as covered, live.from_height as from, live.to_height as to
    from chain_cursor live left join agent_recheck_cursor cursor on true
    where live.direction = 'live'`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const fromHeight =
    row.covered === null ? Math.max(row.from, row.to - LOOK_BACK_BLOCKS) : row.covered + 1
  if (fromHeight > row.to) return null
  return { fromHeight, toHeight: Math.min(fromHeight + MAX_EVENT_BLOCKS - 1, row.to) }
}

/** Advances the cursor past these blocks. Call it in the transaction that queues their actions. */
export async function advanceRecheckCursor(
  db: Kysely<Tables>,
  { fromHeight, toHeight }: BlockRange,
): Promise<void> {
  const { rows } = await sql`
    insert into agent_recheck_cursor (height) values (${toHeight})
    on conflict (is_only) do update set height = excluded.height
    where agent_recheck_cursor.height = ${fromHeight - 1}
    returning height`.execute(db)
  if (rows.length === 0) {
    throw new RetryableError(`Another agent took over the rechecks of block ${fromHeight}.`)
  }
}
