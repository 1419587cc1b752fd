import type pg from 'pg'
import { HOT_TABLES } from './hot-queries.ts'

/** Schema of the first server with the tables that are not spread: the same rows on one server. */
export const SINGLE_SCHEMA = 'single'

/** Schema of the first server with the partitions that one server holds. */
export const toShardSchema = (server: number): string => `shard_${server}`

/**
 * Spreads the hot tables of a migrated database over servers: moves them as they are to the schema `single`, and puts
 * tables in their place that are partitioned by the hash of `address`, with one partition on each server. That of
 * server 0, which is the server of `first`, is a table beside it; the others are foreign tables over the tables of
 * the same names in the migrated databases at `remoteUrls`.
 */
export async function createShards(first: pg.Pool, remoteUrls: readonly string[]): Promise<void> {
  const servers = remoteUrls.length + 1
  await first.query(`create extension postgres_fdw; create schema ${SINGLE_SCHEMA}`)
  await first.query(`create schema ${toShardSchema(0)}`)
  for (const [index, url] of remoteUrls.entries()) await first.query(buildServer(index + 1, url))
  for (const table of HOT_TABLES) await first.query(buildSpreadTable(table, servers))
}

function buildServer(server: number, databaseUrl: string): string {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl)
  const name = toShardSchema(server)
  return `
    create schema ${name};
    create server ${name} foreign data wrapper postgres_fdw
      options (host '${hostname}', port '${port}', dbname '${pathname.slice(1)}');
    create user mapping for current_user server ${name}
      options (user '${username}', password '${password}');`
}

/**
 * Leaves out the indexes of the partitioned table: PostgreSQL allows no foreign partition under a unique index. Each
 * partition has its own.
 */
function buildSpreadTable(table: string, servers: number): string {
  const local = `${toShardSchema(0)}.${table}`
  const single = `${SINGLE_SCHEMA}.${table}`
  const remote = Array.from({ length: servers - 1 }, (_, index) => toShardSchema(index + 1))
  return `
    alter table public.${table} set schema ${SINGLE_SCHEMA};
    create table public.${table} (like ${single} including all excluding indexes)
      partition by hash (address);
    create table ${local} (like ${single} including all excluding identity);
    alter table public.${table} attach partition ${local}
      for values with (modulus ${servers}, remainder 0);
    ${remote
      .map(
        (name, index) => `
          create foreign table ${name}.${table} partition of public.${table}
            for values with (modulus ${servers}, remainder ${index + 1})
            server ${name} options (schema_name 'public', table_name '${table}');`,
      )
      .join('')}`
}

/** Copies the rows of the tables that are not spread into those that are, through the first server. */
export async function copyToShards(first: pg.Pool): Promise<void> {
  for (const table of HOT_TABLES) {
    const columns = (await readStoredColumns(first, table)).join(', ')
    await first.query(
      `insert into public.${table} (${columns}) overriding system value
       select ${columns} from ${SINGLE_SCHEMA}.${table}`,
    )
  }
}

async function readStoredColumns(pool: pg.Pool, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ attname: string }>(
    `select attname from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and attgenerated = '' and not attisdropped
     order by attnum`,
    [`${SINGLE_SCHEMA}.${table}`],
  )
  return rows.map(({ attname }) => attname)
}
