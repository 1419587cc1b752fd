import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { createPool } from '../../db/create-pool.ts'
import type { Tables } from '../../db/tables/tables.ts'

/** Finds which servers the queries of a piece of work read. */
export interface TouchedServers {
  /** Queries over the spread tables; `run` sees each of them. */
  db: Kysely<Tables>
  /** The servers whose partitions the plans of the queries read, and the servers that were asked over the network. */
  run(work: () => Promise<unknown>): Promise<{ planned: number[]; asked: number[] }>
  close(): Promise<void>
}

/** Of the servers at `urls`, the first has the spread tables; see `createShards`. */
export async function openTouchedServers(urls: readonly string[]): Promise<TouchedServers> {
  const pools = urls.map((url) => createPool(url, { warn: () => {} }))
  const [first, ...remotes] = pools as [pg.Pool, ...pg.Pool[]]
  for (const remote of remotes) await remote.query('create extension pg_stat_statements')
  const queries: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: first }),
    log: ({ query }) => void queries.push(query),
  })
  return {
    db,
    run: async (work) => {
      for (const remote of remotes) await remote.query('select pg_stat_statements_reset()')
      queries.length = 0
      await work()
      const asked = await findAsked(remotes)
      const plans: unknown[] = []
      for (const { sql, parameters } of queries.splice(0)) {
        const { rows } = await first.query(`explain (verbose, format json) ${sql}`, [...parameters])
        plans.push(rows)
      }
      return { planned: listSchemas(plans), asked }
    },
    close: async () => {
      for (const pool of pools) await pool.end()
    },
  }
}

/** Foreign scans read by cursors. */
const COUNT_CURSORS = `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where query ilike 'declare%'`

async function findAsked(remotes: readonly pg.Pool[]): Promise<number[]> {
  const asked: number[] = []
  for (const [index, remote] of remotes.entries()) {
    const { rows } = await remote.query<{ calls: number }>(COUNT_CURSORS)
    if (rows[0]!.calls > 0) asked.push(index + 1)
  }
  return asked
}

/** A join that a server does alone names its tables together, with their schemas. */
function listSchemas(plans: readonly unknown[]): number[] {
  const found = JSON.stringify(plans).matchAll(/\bshard_(\d+)\b/g)
  return [...new Set([...found].map(([, server]) => Number(server)))].sort()
}
