import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RangeRows } from '../../indexer/decode/build-rows.ts'
import { SUM_TABLES } from '../../indexer/sums/rebuild-sums.ts'
import type { Context } from '../../runtime/context.ts'
import { arbitraryLedger, type Ledger, TEST_ADDRESSES } from '../arbitrary-ledger.ts'
import { openTestContext } from '../create-test-context.ts'
import { clearChainTables, dumpSums } from '../dump-sums.ts'
import { buildTransferRows, FLOW, NO_ROWS, writeIndexedRows } from '../ledger.ts'

const SHARDS = 2
const TOP_HEIGHT = 20

/** Of no account alone: the accounts that each day has created. */
const OF_ONE_ACCOUNT = SUM_TABLES.filter((table) => table !== 'chain_account_day')

const undo = new AsyncDisposableStack()
let single: Context
let shards: Context[]

beforeAll(async () => {
  const open = async () => {
    const { context, finish } = await openTestContext()
    undo.defer(finish)
    return context
  }
  single = await open()
  shards = []
  for (let shard = 0; shard < SHARDS; shard += 1) shards.push(await open())
  await single.pool.query('create table spread (address text) partition by hash (address)')
})
afterAll(() => undo.disposeAsync())

/** Returns the shard of each address, as PostgreSQL assigns rows to partitions. */
async function assignShards(pool: pg.Pool, rows: Ledger): Promise<Map<string, number>> {
  const kinds: readonly { address: string }[][] = Object.values(rows)
  const addresses = [...new Set(kinds.flatMap((kind) => kind.map(({ address }) => address)))]
  const { rows: found } = await pool.query<{ address: string; shard: number }>(
    `select address, shard from unnest($1::text[]) address, generate_series(0, $2 - 1) shard
     where satisfies_hash_partition('spread'::regclass, $2, shard, address)`,
    [addresses, SHARDS],
  )
  return new Map(found.map(({ address, shard }) => [address, shard]))
}

function selectShard(rows: Ledger, homes: Map<string, number>, shard: number): RangeRows {
  const isHere = ({ address }: { address: string }) => homes.get(address) === shard
  return {
    ...NO_ROWS,
    transfers: rows.transfers.filter(isHere),
    nftMoves: rows.nftMoves.filter(isHere),
    transactions: rows.transactions.filter(isHere),
    accountEvents: rows.accountEvents.filter(isHere),
  }
}

/** Writes the rows by one writer into one database, and by one writer for each shard into that. */
async function writeBothWays(rows: Ledger): Promise<Map<string, number>> {
  for (const { pool } of [single, ...shards]) await clearChainTables(pool)
  const homes = await assignShards(single.pool, rows)
  const { transfers, nftMoves, transactions, accountEvents } = rows
  await writeIndexedRows(single, { transfers, nftMoves, transactions, accountEvents }, TOP_HEIGHT)
  await Promise.all(
    shards.map((shard, number) =>
      writeIndexedRows(shard, selectShard(rows, homes, number), TOP_HEIGHT),
    ),
  )
  return homes
}

/** Returns the rows of the sums of accounts, of all of `contexts` together, without the counts of sent dust. */
async function dumpTogether(contexts: readonly Context[]) {
  const dumps = await Promise.all(contexts.map(({ pool }) => dumpSums(pool, OF_ONE_ACCOUNT)))
  return OF_ONE_ACCOUNT.map((table) => {
    const lines = dumps.flatMap((dump) => dump[table] ?? [])
    return [table, lines.map((line) => line.replace(/"dust_sent_count": \d+/, '')).sort()]
  })
}

it('writers with a cursor of their own, each with the rows of its shard, make the sums of one writer, but for sent dust', async () => {
  const used = new Set<number>()
  await fc.assert(
    fc.asyncProperty(arbitraryLedger, async (rows) => {
      const homes = await writeBothWays(rows)
      for (const home of homes.values()) used.add(home)
      expect(await dumpTogether(shards)).toEqual(await dumpTogether([single]))
    }),
    { numRuns: 30 },
  )
  expect([...used].sort()).toEqual([0, 1])
}, 60_000)

it('dust is not counted at a sender whose shard is not that of the receiver', async () => {
  const from = TEST_ADDRESSES[0]!
  const payments = TEST_ADDRESSES.slice(1).map((to) => ({ height: 1, from, to, isDust: true }))
  const rows = { ...NO_ROWS, transfers: buildTransferRows(payments) }
  const homes = await writeBothWays(rows)
  const near = TEST_ADDRESSES.slice(1).filter((to) => homes.get(to) === homes.get(from))
  const countSent = async ({ db }: Context) => {
    const pairs = db
      .selectFrom('chain_counterparty')
      .select('counterparty')
      .where('address', '=', from)
      .where('token', '=', FLOW)
      .where('dust_sent_count', '=', 1)
    return (await pairs.execute()).length
  }
  expect(await countSent(single)).toBe(payments.length)
  expect(near.length).toBeLessThan(payments.length)
  expect(await countSent(shards[homes.get(from)!]!)).toBe(near.length)
})
