import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { FatalError } from '@app/values/errors.ts'
import type pg from 'pg'

const MIGRATIONS = new URL('./migrations/', import.meta.url)
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/

/** Any constant. Processes that start together migrate one after the other. */
const MIGRATION_LOCK = 7_301_000

interface Migration {
  name: string
  sql: string
  /** SHA-256 of the file in hex. An applied file must never change. */
  sha256: string
}

/**
 * Applies the missing numbered files, up to the one named `last`, each in its own transaction, and returns
 * their names. Throws
 * `FatalError` when the database has migrations of a newer version, or an applied file has changed.
 */
export async function migrate(pool: pg.Pool, { last }: { last?: string } = {}): Promise<string[]> {
  const migrations = await readMigrations()
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    return await applyMissingMigrations(client, migrations, last)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {})
    client.release()
  }
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => FILE_NAME.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, MIGRATIONS), 'utf8')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function applyMissingMigrations(
  client: pg.PoolClient,
  migrations: Migration[],
  last: string | undefined,
): Promise<string[]> {
  await client.query(
    'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
  )
  // `null`: applied by a version without this column.
  await client.query('alter table migration add column if not exists sha256 text')
  const { rows } = await client.query<{ name: string; sha256: string | null }>(
    'select name, sha256 from migration order by name',
  )
  const applied = new Map(rows.map((row) => [row.name, row.sha256]))
  assertNoNewerMigrations(applied, migrations)
  assertMigrationsUnchanged(applied, migrations)
  const isWanted = (name: string) => last === undefined || name <= last
  const missing = migrations.filter(({ name }) => !applied.has(name) && isWanted(name))
  for (const migration of missing) await applyMigration(client, migration)
  return missing.map(({ name }) => name)
}

function assertNoNewerMigrations(
  applied: ReadonlyMap<string, string | null>,
  migrations: Migration[],
): void {
  const unknown = [...applied.keys()].filter((name) => !migrations.some((m) => m.name === name))
  if (unknown.length === 0) return
  throw new FatalError(
    `The database has migrations that this version does not know (${unknown.join(', ')}); start the newer version or use another database.`,
  )
}

function assertMigrationsUnchanged(
  applied: ReadonlyMap<string, string | null>,
  migrations: Migration[],
): void {
  const changed = migrations.filter(({ name, sha256 }) => (applied.get(name) ?? sha256) !== sha256)
  if (changed.length === 0) return
  throw new FatalError(
    `The database was migrated by other versions of these files: ${changed.map(({ name }) => name).join(', ')}. Restore them and add a new file, or use another database.`,
  )
}

async function applyMigration(
  client: pg.PoolClient,
  { name, sql, sha256 }: Migration,
): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new FatalError(`The migration ${name} could not be applied to the database.`, {
      cause: error,
    })
  }
}
