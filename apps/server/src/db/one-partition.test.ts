import { SCORE_RULES } from '@app/score/version.ts'
import type { Address } from '@app/values/address.ts'
import { CompiledQuery, type Kysely } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { readHoldingHeight, readTokenActivity } from '../api/accounts/load-account-holdings.ts'
import { readCounterparties, readCounterpartySums } from '../api/accounts/load-counterparties.ts'
import { readTransfers } from '../api/accounts/read-transfers.ts'
import { createShownScoreReader } from '../api/score/read-shown-scores.ts'
import { loadCommunity } from '../facts/community/load-community.ts'
import { loadActivities } from '../facts/load-activity.ts'
import { loadEvidence } from '../facts/load-evidence.ts'
import { loadFactsOfMany } from '../facts/load-facts.ts'
import { loadPoisoning } from '../facts/load-poisoning.ts'
import { loadTheftAdjustedAccount } from '../facts/theft-adjusted/load-theft-adjusted-account.ts'
import { readLabels } from '../labels/read-labels.ts'
import type { Context } from '../runtime/context.ts'
import { listScores } from '../scorer/read-scores.ts'
import { openFileContext } from '../testing/create-test-context.ts'
import { FLOW, toTestAddress } from '../testing/ledger.ts'
import { createPool, createQueryBuilder } from './create-pool.ts'
import type { Tables } from './tables/tables.ts'

/** Tables of scores and their inputs that grow with the chain or the number of users: their primary key begins with `address`. */
const FIND_HOT_TABLES = `
  select relname as name from pg_index
  join pg_class on pg_class.oid = indrelid
  join pg_attribute on attrelid = indrelid and attnum = indkey[0]
  where indisprimary and attname = 'address' and relnamespace = 'public'::regnamespace
    and relname ~ '^(chain|label|score|dao)_' and relname not in ('chain_coa', 'chain_coa_act')`

/** What the API and the scorer read of one account. */
interface HotQuery {
  name: string
  run(db: Kysely<Tables>, address: Address): Promise<unknown>
}

const COVERAGE = { fromHeight: 0, toHeight: 1, timeMs: 0, nodeHeight: 1, decoded: [] }

/** The queries of which each must read one partition of each table. */
const HOT_QUERIES: readonly HotQuery[] = [
  {
    name: 'facts',
    run: (db, address) =>
      loadFactsOfMany(db, {
        ...{ addresses: [address], network: 'local', coverage: COVERAGE, decoding: 1 },
      }),
  },
  {
    name: 'activity beside what was taken',
    run: (db, address) => loadActivities(db, [address], new Set([address])),
  },
  {
    name: 'acts beside what was taken',
    run: (db, address) => loadTheftAdjustedAccount(db, address),
  },
  { name: 'counterparties', run: (db, address) => readCounterparties(db, address, { limit: 5 }) },
  {
    name: 'sums with one account',
    run: (db, address) => readCounterpartySums(db, address, [toTestAddress(2)]),
  },
  { name: 'transfers', run: (db, address) => readTransfers(db, address, { limit: 5 }) },
  {
    name: 'transfers with one account',
    run: (db, address) => readTransfers(db, address, { limit: 5, counterparty: toTestAddress(2) }),
  },
  {
    name: 'token sums',
    run: async (db, address) => [
      await readTokenActivity(db, address),
      await readHoldingHeight(db, address),
    ],
  },
  {
    name: 'kept answer',
    run: (db, address) => readShownScore(db, address),
  },
  { name: 'score', run: (db, address) => listScores({ db }, address, { limit: 1 }) },
  { name: 'labels', run: (db, address) => readLabels({ db }, address) },
  ...(
    [
      { kind: 'largest_sends', token: FLOW },
      { kind: 'latest_transfers' },
      { kind: 'listed_contacts', hop: 0 },
      { kind: 'holdings' },
      { kind: 'account_events' },
      { kind: 'account_events', act: 'full_key_added' },
    ] as const
  ).map((pointer) => ({
    name: `evidence of ${JSON.stringify(pointer)}`,
    run: (db: Kysely<Tables>, address: Address) =>
      loadEvidence({ db }, address, { pointer, limit: 5 }),
  })),
]

/** The reader has a pool, so that its query is prepared; here `db` has to see it. */
function readShownScore(db: Kysely<Tables>, address: Address): Promise<unknown> {
  const query = ({ text, values }: { text: string; values: unknown[] }) =>
    db.executeQuery(CompiledQuery.raw(text, values))
  const context = {
    db,
    pool: { query },
    config: { network: 'local' },
    rules: SCORE_RULES,
  }
  return createShownScoreReader(context as unknown as Context)([address])
}

const PARTITIONS = 16
const ALICE = toTestAddress(1)

/** A schema, first on the search path, in which every hot table is hash-partitioned. */
const context = await openFileContext()
await context.pool.query('create schema sharded')
const { rows: found } = await context.pool.query<{ name: string }>(FIND_HOT_TABLES)
const hotTables: readonly string[] = found.map(({ name }) => name)
for (const table of hotTables) await context.pool.query(buildPartitionedTable(table))
const url = new URL(context.config.databaseUrl ?? '')
url.searchParams.set('options', '-c search_path=sharded,public')
const pool = createPool(url.href, { warn: () => {} })
afterAll(() => pool.end())
const queries: Pick<CompiledQuery, 'sql' | 'parameters'>[] = []
const db = createQueryBuilder(pool, ({ query }) => {
  queries.push(query)
})

function buildPartitionedTable(table: string): string {
  const parts = Array.from(
    { length: PARTITIONS },
    (_, number) => `
      create table sharded.${table}_${number} partition of sharded.${table}
        for values with (modulus ${PARTITIONS}, remainder ${number});`,
  )
  return `
    create table sharded.${table} (like public.${table} including all) partition by hash (address);
    ${parts.join('')}`
}

/**
 * Returns the partitions of each hot table that PostgreSQL would read for the queries of `work`.
 */
async function findPartitionsRead(work: () => Promise<unknown>): Promise<Map<string, Set<string>>> {
  queries.length = 0
  await work()
  const read = new Map<string, Set<string>>()
  for (const { sql, parameters } of queries.splice(0)) {
    const { rows } = await pool.query(`explain (format json) ${sql}`, [...parameters])
    for (const relation of listRelations(rows)) {
      const table = relation.replace(/_\d+$/, '')
      if (!hotTables.includes(table)) continue
      read.set(table, (read.get(table) ?? new Set()).add(relation))
    }
  }
  return read
}

function listRelations(plan: unknown): string[] {
  return [...JSON.stringify(plan).matchAll(/"Relation Name":"(\w+)"/g)].flatMap(([, name]) =>
    name === undefined ? [] : [name],
  )
}

describe('in tables of 16 hash partitions', () => {
  it('a query without an account reads them all', async () => {
    const read = await findPartitionsRead(() =>
      db.selectFrom('chain_activity').selectAll().execute(),
    )
    expect(read.get('chain_activity')?.size).toBe(PARTITIONS)
  })

  it('the dust of an account is searched only at its receivers', async () => {
    await pool.query(
      `insert into chain_counterparty (
         address, counterparty, token, in_count, in_units, out_count, out_units, swept_count,
         swept_units, emptied_count, emptied_units, dust_count, dust_sent_count, first_seconds,
         last_seconds
       ) select $1, unnest($2::text[]), '*', 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0`,
      [ALICE, [toTestAddress(2), toTestAddress(3)]],
    )
    const read = await findPartitionsRead(() => loadPoisoning(db, ALICE))
    expect([...read.keys()]).toEqual(['chain_counterparty'])
    expect(read.get('chain_counterparty')?.size).toBeLessThanOrEqual(3)
    await pool.query('delete from chain_counterparty')
  })

  it('what the community says is read from one partition, also when there is something', async () => {
    await pool.query(
      `insert into dao_report
       select address, $2, 'report', 1, false, '', 1, 1, 0, 0, 'a', 800 from unnest($1::text[]) address`,
      [[ALICE, toTestAddress(2)], toTestAddress(3)],
    )
    const work = async () => {
      expect(await loadCommunity(db, ALICE)).toMatchObject({ trustedReports: { wallets: 1 } })
      const pointer = { kind: 'reports', row: 'trusted_reports' } as const
      expect(await loadEvidence({ db }, ALICE, { pointer, limit: 5 })).toHaveLength(1)
    }
    const read = await findPartitionsRead(work)
    expect([...read.keys()].sort()).toEqual(['dao_freeze', 'dao_report', 'label_report'])
    for (const [table, relations] of read) expect([table, relations.size]).toEqual([table, 1])
    await pool.query('delete from dao_report')
  })

  it.each(HOT_QUERIES)(
    'an account’s $name are read from one partition of each table',
    async ({ run }) => {
      await pool.query('update label_state set listed_count = 1')
      const read = await findPartitionsRead(() => run(db, ALICE))
      expect(read.size).toBeGreaterThan(0)
      for (const [table, relations] of read) expect([table, relations.size]).toEqual([table, 1])
    },
  )
})
