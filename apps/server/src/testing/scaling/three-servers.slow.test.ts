import { computeEvidenceHash } from '@app/score/canonical/evidence-hash.ts'
import { judge } from '@app/score/judge.ts'
import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { createPool, createQueryBuilder } from '../../db/create-pool.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { loadEvidence } from '../../facts/load-evidence.ts'
import { loadFactsFromAllBlocks } from '../../facts/load-facts.ts'
import { closeContext, createContext } from '../../runtime/context.ts'
import { scoreAccount } from '../../scorer/score-account.ts'
import { startServer } from '../../server.ts'
import { buildHistory } from '../faults/history/build-history.ts'
import { startHistoryNode } from '../faults/history/history-node.ts'
import { buildTransferRows, toTestAddress, writeIndexedRows } from '../ledger.ts'
import { copyToShards, createShards, SINGLE_SCHEMA, toShardSchema } from './create-shards.ts'
import { HOT_QUERIES, HOT_TABLES } from './hot-queries.ts'
import { listHotPaths, readPaths } from './hot-routes.ts'
import { indexAndScore } from './index-and-score.ts'
import { startMigratedServers } from './start-servers.ts'
import { openTouchedServers, type TouchedServers } from './touched-servers.ts'

const SERVERS = 3
const BLOCKS = 600
const HISTORY = buildHistory(11, BLOCKS)
const SENDER = { address: toTestAddress(70), privateKeyHex: '7'.repeat(64) }

const undo = new AsyncDisposableStack()
let urls: string[]
let nodeUrl: string
/** The first server: with its tables as they were, and with tables that are spread. */
let single: Kysely<Tables>
let spread: Kysely<Tables>
let first: pg.Pool
let touched: TouchedServers
/** What the API answered while all tables were on one server. */
let answers: Awaited<ReturnType<typeof readPaths>>

function openConfig(databaseUrl: string) {
  const config = readConfig({
    FLOW_NETWORK: 'local',
    FLOW_ACCESS_NODE: nodeUrl,
    API_PORT: '0',
    LOG_LEVEL: 'silent',
  })
  return { ...config, databaseUrl }
}

beforeAll(async () => {
  const servers = await startMigratedServers(SERVERS)
  undo.defer(() => servers.stop())
  ;({ urls } = servers)
  const node = await startHistoryNode({ history: HISTORY, sender: SENDER, keyCount: 1 })
  undo.defer(() => node.stop())
  node.setTip(BLOCKS - 1)
  nodeUrl = node.url
  const indexer = await indexAndScore(openConfig(urls[0]!), HISTORY)
  await indexer.stop()
  answers = await readApi()
  first = openPool(urls[0]!)
  await createShards(first, urls.slice(1))
  await copyToShards(first)
  spread = createQueryBuilder(first)
  single = createQueryBuilder(
    openPool(`${urls[0]}?options=-c%20search_path%3D${SINGLE_SCHEMA},public`),
  )
  touched = await openTouchedServers(urls)
  undo.defer(() => touched.close())
})
afterAll(() => undo.disposeAsync())

function openPool(url: string): pg.Pool {
  const pool = createPool(url, { warn: () => {} })
  undo.defer(() => pool.end())
  return pool
}

const PATHS = listHotPaths(HISTORY.accounts)

/** Asks an API process on the first server. */
async function readApi() {
  const server = await startServer(openConfig(urls[0]!), ['api'])
  const read = await readPaths(server.url, PATHS)
  await server.stop()
  return read
}

async function judgeAccount(db: Kysely<Tables>, address: Address) {
  const { facts } = await loadFactsFromAllBlocks(db, { address, network: 'local' })
  const judgement = judge(facts)
  const evidence = await Promise.all(
    judgement.reasons.map(({ evidence: pointer }) =>
      loadEvidence({ db }, address, { pointer, limit: 50 }),
    ),
  )
  return { facts, judgement, evidence, hash: computeEvidenceHash(facts) }
}

/** Returns the server that holds the rows of an account. */
async function findHome(address: string): Promise<number> {
  const { rows } = await first.query<{ server: number }>(
    `select server from generate_series(0, $2 - 1) server
     where satisfies_hash_partition('chain_transfer'::regclass, $2, server, $1::text)`,
    [address, SERVERS],
  )
  return rows[0]!.server
}

describe('with the hot tables spread over three servers', () => {
  it('every row is on one of them, and each has some', async () => {
    const counts = new Map<number, number>()
    for (const table of HOT_TABLES) {
      const { rows: different } = await first.query(
        `(table ${SINGLE_SCHEMA}.${table} except all table public.${table})
         union all (table public.${table} except all table ${SINGLE_SCHEMA}.${table})`,
      )
      expect([table, different]).toEqual([table, []])
      for (let server = 0; server < SERVERS; server += 1) {
        const { rows } = await first.query(
          `select count(*)::int as count from ${toShardSchema(server)}.${table}`,
        )
        counts.set(server, (counts.get(server) ?? 0) + rows[0].count)
      }
    }
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
    expect(all).toBeGreaterThan(3_000)
    for (const count of counts.values()) expect(count).toBeGreaterThan(all / 10)
  })

  it('facts, score and evidence of every account are those of one server', async () => {
    for (const address of HISTORY.accounts) {
      const expected = await judgeAccount(single, address)
      expect(expected.facts.activity.transfersIn).toBeGreaterThan(0)
      expect(await judgeAccount(spread, address)).toEqual(expected)
    }
  })

  it('an API process gives the same answers', async () => {
    expect([...answers.values()]).toEqual(PATHS.map(() => expect.objectContaining({ status: 200 })))
    expect(await readApi()).toEqual(answers)
  })

  it.each(HOT_QUERIES)(
    'the $name of an account are read on its server alone',
    async ({ run, alsoOf }) => {
      const homes = new Set<number>()
      for (const address of HISTORY.accounts) {
        const home = await findHome(address)
        homes.add(home)
        const both = new Set([home, alsoOf === undefined ? home : await findHome(alsoOf)])
        const planned = [...both].sort()
        expect(await touched.run(() => run(touched.db, address))).toEqual({
          planned,
          asked: planned.filter((server) => server !== 0),
        })
      }
      expect([...homes].sort()).toEqual([0, 1, 2])
    },
  )
})

describe('through a foreign partition', () => {
  /** Addresses of no account, by the server that holds them. */
  const strangers = new Map<number, Address>()

  beforeAll(async () => {
    for (let number = 500; strangers.size < SERVERS; number += 1) {
      const address = toTestAddress(number)
      strangers.set(await findHome(address), address)
    }
  })

  it.each([
    [
      'an insert that ignores existing rows',
      'insert into chain_taint values ($1, 1) on conflict do nothing returning *',
      1,
    ],
    [
      'the same insert again',
      'insert into chain_taint values ($1, 1) on conflict do nothing returning *',
      0,
    ],
    [
      'an update',
      'update chain_taint set level = 2 where address = $1 returning old.level, new.level',
      1,
    ],
    ['a lock of a row', 'select * from chain_taint where address = $1 for update', 1],
    ['a delete', 'delete from chain_taint where address = $1 returning *', 1],
  ])('%s works', async (_, sql, rowCount) => {
    for (const [server, address] of strangers)
      expect([server, (await first.query(sql, [address])).rowCount]).toEqual([server, rowCount])
  })

  it.each([
    [
      'an upsert',
      "insert into chain_taint values ('a', 1) on conflict (address) do update set level = 1",
      '42P10',
    ],
    [
      'a merge',
      "merge into chain_taint kept using (values ('a')) new (address) on kept.address = new.address when matched then update set level = 1",
      '0A000',
    ],
    ['a unique index of the whole table', 'create unique index on chain_taint (address)', '42809'],
    [
      'two-phase commit',
      "begin; delete from chain_taint where level = 1; prepare transaction 'a'",
      '0A000',
    ],
  ])('%s is refused', async (_, sql, code) => {
    await expect(first.query(sql)).rejects.toMatchObject({ code })
  })

  it('neither the indexer nor the scorer can write, and both leave nothing', async () => {
    const context = createContext(openConfig(urls[0]!))
    const [from, to] = HISTORY.accounts as [Address, Address]
    const transfers = buildTransferRows([{ height: BLOCKS, from, to }])
    await expect(writeIndexedRows(context, { transfers })).rejects.toMatchObject({ code: '42P10' })
    await expect(scoreAccount(context, strangers.get(1)!)).rejects.toMatchObject({ code: '42P10' })
    await closeContext(context)
    const left = spread.selectFrom('chain_transfer').select('tx_id').where('height', '=', BLOCKS)
    expect(await left.execute()).toEqual([])
  })

  it('a transaction has a snapshot of each server, not one of all', async () => {
    const client = await first.connect()
    const count = async (address: Address) =>
      (await client.query('select from chain_taint where address = $1', [address])).rowCount
    await client.query('begin isolation level repeatable read; table chain_cursor')
    for (const server of [0, 1]) {
      const own = openPool(urls[server]!)
      const table = server === 0 ? 'shard_0.chain_taint' : 'chain_taint'
      await own.query(`insert into ${table} values ($1, 1)`, [strangers.get(server)])
    }
    const seen = [await count(strangers.get(0)!), await count(strangers.get(1)!)]
    await client.query('rollback')
    client.release()
    await first.query('delete from chain_taint where address = any($1)', [[...strangers.values()]])
    expect(seen).toEqual([0, 1])
  })

  it('a transaction over two servers can be committed on one of them alone', async () => {
    const outcomes = [await commitWithFailureAt(1), await commitWithFailureAt(2)]
    expect(outcomes.map(({ failed }) => failed)).toEqual([true, true])
    expect(outcomes.map(({ left }) => left).sort()).toEqual([0, 1])
  })

  /** Writes to the servers 1 and 2, of which one fails at its commit; counts the rows that are left. */
  async function commitWithFailureAt(server: number) {
    const own = openPool(urls[server]!)
    await own.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise 'no commit'; end $$;
      create constraint trigger fail after insert on chain_taint deferrable initially deferred
        for each row execute function fail()`)
    const addresses = [strangers.get(1), strangers.get(2)]
    const failed = await first
      .query(`insert into chain_taint select unnest($1::text[]), 1`, [addresses])
      .then(
        () => false,
        () => true,
      )
    await own.query('drop trigger fail on chain_taint; drop function fail')
    const { rowCount: left } = await first.query(
      'delete from chain_taint where address = any($1) returning *',
      [addresses],
    )
    return { failed, left }
  }
})
