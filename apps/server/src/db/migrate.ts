import { readdir, readFile } from 'node:fs/promises'
import { FatalError } from '@app/values/errors.ts'
import type pg from 'pg'

const MIGRATIONS = new URL('./migrations/', import.meta.url)
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/

/** Any constant: processes that start together migrate one after the other. */
const MIGRATION_LOCK = 7_301_000

/** Applies the numbered files that are missing, each in its own transaction. Returns the names applied. */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const files = await listMigrations()
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    return await applyMissing(client, files)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {})
    client.release()
  }
}

async function listMigrations(): Promise<string[]> {
  const names = await readdir(MIGRATIONS)
  return names.filter((name) => FILE_NAME.test(name)).sort()
}

async function applyMissing(client: pg.PoolClient, files: string[]): Promise<string[]> {
  await client.query(
    'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string }>('select name from migration')
  const applied = new Set(rows.map((row) => row.name))
  rejectNewerDatabase(applied, files)
  const missing = files.filter((name) => !applied.has(name))
  for (const name of missing) await applyMigration(client, name)
  return missing
}

function rejectNewerDatabase(applied: Set<string>, files: string[]): void {
  const unknown = [...applied].filter((name) => !files.includes(name))
  if (unknown.length === 0) return
  throw new FatalError(
    `The database has migrations that this version does not know (${unknown.join(', ')}); start the newer version or use another database.`,
  )
}

async function applyMigration(client: pg.PoolClient, name: string): Promise<void> {
  const sql = await readFile(new URL(name, MIGRATIONS), 'utf8')
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migration (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new FatalError(`The migration ${name} could not be applied to the database.`, {
      cause: error,
    })
  }
}
