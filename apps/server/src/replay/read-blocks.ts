import type { BlockRange } from '@app/flow/read/chain.ts'
import { mergeRows, type RangeRows } from '../indexer/decode/build-rows.ts'
import {
  ACCOUNT_EVENT_TABLE,
  ACCOUNT_TABLE,
  CHILD_ACT_TABLE,
  CONTRACT_EVENT_TABLE,
  NFT_MOVE_TABLE,
  PARTICIPATION_TABLE,
  STAKE_ACT_TABLE,
  TRANSFER_TABLE,
} from '../indexer/write/raw-tables.ts'
import type { SourceDatabase } from './read-source.ts'

/** A table of raw rows, with the types of its columns. */
interface SourceTable {
  name: string
  columns: Readonly<Record<string, string>>
}

/** The transfers name the accounts already for which Cadence-owned accounts stand: nothing of the EVM is read. */
const TABLES: Readonly<Record<string, SourceTable>> = {
  transfers: TRANSFER_TABLE,
  nftMoves: NFT_MOVE_TABLE,
  accountEvents: ACCOUNT_EVENT_TABLE,
  transactions: PARTICIPATION_TABLE,
  accounts: ACCOUNT_TABLE,
  stakeActs: STAKE_ACT_TABLE,
  childActs: CHILD_ACT_TABLE,
  contractEvents: CONTRACT_EVENT_TABLE,
}

const NO_EVM = {
  ...{ coaMoves: [], coaActs: [], evmTransactions: [], unverifiedTransfers: [], evmSkips: [] },
}

interface Position {
  height: number
  /** Unix milliseconds. */
  timeMs: number
}

/** The rows of one block, or of several that follow each other, with the position of the last of them. */
export interface StoredBlock extends Position {
  rows: RangeRows
}

/**
 * Reads every block of the range that has rows, in order of height, in portions of limited size; joins blocks until
 * they have at least `minRows` rows of all kinds. The source must not be used for a second range at the same time.
 */
export async function* readBlocks(
  source: SourceDatabase,
  range: BlockRange,
  minRows = 1,
): AsyncGenerator<StoredBlock> {
  const streams: [string, RowStream][] = []
  for (const [kind, table] of Object.entries(TABLES))
    streams.push([kind, await openRowStream(source, table, range)])
  let waiting: StoredBlock | null = null
  for (let next = await findNext(streams); next !== null; next = await findNext(streams)) {
    const taken: [string, unknown[]][] = []
    for (const [kind, stream] of streams) taken.push([kind, await stream.take(next.height)])
    const rows = { ...NO_EVM, ...Object.fromEntries(taken) } as unknown as RangeRows
    const block: StoredBlock = {
      ...next,
      rows: waiting === null ? rows : mergeRows([waiting.rows, rows]),
    }
    const isEnough = Object.values(block.rows).flat().length >= minRows
    if (isEnough) yield block
    waiting = isEnough ? null : block
  }
  if (waiting !== null) yield waiting
  for (const [, stream] of streams) await stream.close()
}

interface RowStream {
  /** Position of the next row; `null` at the end. */
  peek(): Promise<Position | null>
  /** The next rows, as far as they are of this block. */
  take(height: number): Promise<unknown[]>
  close(): Promise<unknown>
}

async function findNext(streams: readonly [string, RowStream][]): Promise<Position | null> {
  let next: Position | null = null
  for (const [, stream] of streams) {
    const position = await stream.peek()
    if (position !== null && (next === null || position.height < next.height)) next = position
  }
  return next
}

const ROWS_PER_FETCH = 2_000

async function openRowStream(
  source: SourceDatabase,
  table: SourceTable,
  range: BlockRange,
): Promise<RowStream> {
  const cursor = `replayed_${table.name}`
  await source.query(buildCursor(cursor, table, range))
  let buffer: { blockHeight: number; blockMs: number }[] = []
  let next = 0
  const findRow = async () => {
    if (next === buffer.length) {
      buffer = (await source.query(`fetch ${ROWS_PER_FETCH} from ${cursor}`)).rows
      next = 0
    }
    return buffer[next] ?? null
  }
  return {
    peek: async () => {
      const row = await findRow()
      return row === null ? null : { height: row.blockHeight, timeMs: row.blockMs }
    },
    take: async (height) => {
      const taken: unknown[] = []
      for (let row = await findRow(); row?.blockHeight === height; row = await findRow()) {
        taken.push(row)
        next += 1
      }
      return taken
    },
    close: () => source.query(`close ${cursor}`),
  }
}

/** A cursor takes no parameters. */
function buildCursor(
  cursor: string,
  { name, columns }: SourceTable,
  { fromHeight, toHeight }: BlockRange,
): string {
  const [height, ms] =
    name === ACCOUNT_TABLE.name ? ['created_height', 'created_ms'] : ['height', 'block_ms']
  const selected = Object.entries(columns).map(([column, type]) => {
    if (column === 'own_place') return `${DECODED_PLACE} as own_place`
    return type === 'jsonb' ? `${column}::text as ${column}` : column
  })
  // A fixed order, so that the same blocks are always written in the same order.
  const keys = ['tx_index', 'address', 'event_index', 'split_index'].filter((key) => key in columns)
  return `
    declare ${cursor} no scroll cursor for
    select ${selected.join(', ')}, ${height} as "blockHeight", ${ms} as "blockMs" from ${name}
    where ${height} between ${BigInt(fromHeight)} and ${BigInt(toHeight)}
      ${name === CONTRACT_EVENT_TABLE.name ? IS_NOT_OWN_DECISION : ''}
    order by ${[height, ...keys].join(', ')}`
}

/** The place as it was decoded: what later acts and children made of it is found out again. */
const DECODED_PLACE = `
  case
    when own_place = 'child' then null
    when (address, height, tx_index, event_index, split_index) in (
      select address, height, tx_index, event_index, split_index from chain_stake_act where is_sole
    ) then 'staking'
    else own_place
  end`

/** What the agent decided by itself at that time is decided again. */
const IS_NOT_OWN_DECISION = `
      and tx_id not in (
        select tx.tx_id from agent_transaction tx
        join agent_action action on action.address = tx.address and action.id = tx.action_id
        where action.kind in ('flag', 'unflag', 'propose_freeze'))`
