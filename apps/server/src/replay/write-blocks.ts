import { FatalError } from '@app/values/errors.ts'
import type { CursorRow } from '../db/tables/chain-tables.ts'
import { writeRange } from '../indexer/write/write-range.ts'
import type { Context } from '../runtime/context.ts'
import type { StoredBlock } from './read-blocks.ts'

/** Writes blocks above those that it wrote before. */
export type BlockWriter = (block: StoredBlock) => Promise<void>

/**
 * Creates a writer for a database without blocks. The blocks from `fromHeight` on count as indexed, as they are
 * at the source: those without rows have no events.
 */
export function createBlockWriter(
  { pool, config }: Pick<Context, 'pool' | 'config'>,
  fromHeight: number,
): BlockWriter {
  let before: CursorRow | null = null
  return async ({ height, timeMs, rows }) => {
    const after: CursorRow = {
      direction: 'live',
      from_height: fromHeight,
      to_height: height,
      block_id: null,
      parent_id: null,
      block_ms: timeMs,
      node_height: height,
    }
    const range = { network: config.network, rows, hasContractEvents: true, before, after }
    if (!(await writeRange(pool, range))) {
      throw new FatalError('Another process writes to the scratch database; use one of its own.')
    }
    before = after
  }
}
