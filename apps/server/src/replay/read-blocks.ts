import type { BlockRange } from '@app/flow/read/chain.ts'
import { mergeRows, type RangeRows } from '../indexer/decode/build-rows.ts'
import {
  ACCOUNT_EVENT_TABLE,
  ACCOUNT_TABLE,
  CHILD_ACT_TABLE,
  CONTRACT_EVENT_TABLE,
  NFT_MOVE_TABLE,
  PARTICIPATION_TABLE,
  type RawTable,
  STAKE_ACT_TABLE,
  TRANSFER_TABLE,
} from '../indexer/write/raw-tables.ts'
import type { SourceDatabase } from './read-source.ts'

/** The rows of one block, or of several that follow each other. */
export interface StoredBlock {
  /** Height and time of the last of them. */
  height: number
  timeMs: number
  rows: RangeRows
}

/**
 * Reads every block of the range that has rows, in order of height, in portions of limited size. The source
 * must not be used for a second range at the same time.
 */
export async function* readBlocks(
  source: SourceDatabase,
  range: BlockRange,
): AsyncGenerator<StoredBlock> {
  const open = <Row>(table: RawTable<Row>) => openRowStream(source, table, range)
  const transfers = await open(TRANSFER_TABLE)
  const nftMoves = await open(NFT_MOVE_TABLE)
  const accountEvents = await open(ACCOUNT_EVENT_TABLE)
  const transactions = await open(PARTICIPATION_TABLE)
  const accounts = await open(ACCOUNT_TABLE)
  const stakeActs = await open(STAKE_ACT_TABLE)
  const childActs = await open(CHILD_ACT_TABLE)
  const contractEvents = await open(CONTRACT_EVENT_TABLE)
  const streams = [
    ...[transfers, nftMoves, accountEvents, transactions, accounts],
    ...[stakeActs, childActs, contractEvents],
  ]
  for (;;) {
    const next = await findNext(streams)
    if (next === null) break
    const { height } = next
    const rows = {
      ...NO_COAS,
      transfers: await transfers.take(height),
      nftMoves: await nftMoves.take(height),
      accountEvents: await accountEvents.take(height),
      transactions: await transactions.take(height),
      accounts: await accounts.take(height),
      stakeActs: await stakeActs.take(height),
      childActs: await childActs.take(height),
      contractEvents: await contractEvents.take(height),
    }
    yield { ...next, rows }
  }
  for (const stream of streams) await stream.close()
}

/** The transfers that are read name the accounts already for which Cadence-owned accounts stand. */
const NO_COAS = { coaMoves: [], coaActs: [], evmTransactions: [], evmSkips: [] }

/** Joins blocks that follow each other until they have at least `minRows` rows of all kinds. */
export async function* joinSmallBlocks(
  blocks: AsyncIterable<StoredBlock>,
  minRows: number,
): AsyncGenerator<StoredBlock> {
  let waiting: StoredBlock | null = null
  for await (const block of blocks) {
    waiting = waiting === null ? block : joinBlocks(waiting, block)
    if (countRows(waiting) < minRows) continue
    yield waiting
    waiting = null
  }
  if (waiting !== null) yield waiting
}

function joinBlocks(first: StoredBlock, { height, timeMs, rows }: StoredBlock): StoredBlock {
  return { height, timeMs, rows: mergeRows([first.rows, rows]) }
}

const countRows = ({ rows }: StoredBlock): number =>
  Object.values(rows).reduce((sum, { length }) => sum + length, 0)

type Position = Pick<StoredBlock, 'height' | 'timeMs'>

interface RowPosition {
  blockHeight: number
  blockMs: number
}

interface RowStream<Row> {
  /** Position of the next row; `null` at the end. */
  peek(): Promise<Position | null>
  /** The next rows, as far as they are of this block. */
  take(height: number): Promise<Row[]>
  close(): Promise<void>
}

async function findNext(streams: readonly RowStream<unknown>[]): Promise<Position | null> {
  let next: Position | null = null
  for (const stream of streams) {
    const position = await stream.peek()
    if (position !== null && (next === null || position.height < next.height)) next = position
  }
  return next
}

const ROWS_PER_FETCH = 2_000

async function openRowStream<Row>(
  source: SourceDatabase,
  table: RawTable<Row>,
  range: BlockRange,
): Promise<RowStream<Row>> {
  const cursor = `replayed_${table.name}`
  await source.query(buildCursor(cursor, table, range))
  let buffer: (Row & RowPosition)[] = []
  let next = 0
  const findRow = async () => {
    if (next === buffer.length) {
      const fetch = `fetch ${ROWS_PER_FETCH} from ${cursor}`
      buffer = (await source.query<Row & RowPosition>(fetch)).rows
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
      const taken: Row[] = []
      for (let row = await findRow(); row?.blockHeight === height; row = await findRow()) {
        taken.push(row)
        next += 1
      }
      return taken
    },
    close: async () => {
      await source.query(`close ${cursor}`)
    },
  }
}

/** A cursor takes no parameters. */
function buildCursor<Row>(
  cursor: string,
  { name, columns }: RawTable<Row>,
  { fromHeight, toHeight }: BlockRange,
): string {
  const [height, ms] =
    name === ACCOUNT_TABLE.name ? ['created_height', 'created_ms'] : ['height', 'block_ms']
  const selected = Object.entries(columns).map(([column, type]) => {
    if (column === 'own_place') return `${DECODED_PLACE} as own_place`
    return type === 'jsonb' ? `${column}::text as ${column}` : column
  })
  return `
    declare ${cursor} no scroll cursor for
    select ${selected.join(', ')}, ${height} as "blockHeight", ${ms} as "blockMs" from ${name}
    where ${height} between ${BigInt(fromHeight)} and ${BigInt(toHeight)}
      ${name === CONTRACT_EVENT_TABLE.name ? IS_NOT_OWN_DECISION : ''}
    order by ${buildOrder(height, columns)}`
}

/** A fixed order, so that the same blocks are always written in the same order. */
function buildOrder(height: string, columns: object): string {
  const keys = ['tx_index', 'address', 'event_index', 'split_index']
  return [height, ...keys.filter((key) => key in columns)].join(', ')
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
