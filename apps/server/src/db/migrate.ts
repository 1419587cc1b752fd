import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { FatalError } from '@app/values/errors.ts'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type pg from 'pg'
import { createQueryBuilder } from './create-pool.ts'

const MIGRATIONS = new URL('./migrations/', import.meta.url)
const TABLE = 'migration'

/**
 * Applies the missing numbered files in one transaction, and returns their names; processes that start together do so one
 * after the other. Throws `FatalError` when a file cannot be applied, or when the database was migrated by another version
 * with files that this one does not have.
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const migrations = await readMigrations()
  await assertKnown(pool, migrations)
  const migrator = new Migrator({
    db: createQueryBuilder(pool),
    provider: { getMigrations: async () => migrations },
    migrationTableName: TABLE,
    migrationLockTableName: `${TABLE}_lock`,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  const failed = results.find(({ status }) => status === 'Error')
  if (failed !== undefined) {
    const message = `The migration ${failed.migrationName} could not be applied to the database.`
    throw new FatalError(message, { cause: error })
  }
  if (error !== undefined) throw error
  return results.map(({ migrationName }) => migrationName)
}

/** By the name of the file and a hash of its text: one that was edited is of another version. */
async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql'))
  const read = async (name: string): Promise<[string, Migration]> => {
    const text = await readFile(new URL(name, MIGRATIONS), 'utf8')
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
    return [`${name} ${hash}`, { up: async (db) => void (await sql.raw(text).execute(db)) }]
  }
  return Object.fromEntries(await Promise.all(names.map(read)))
}

async function assertKnown(pool: pg.Pool, known: Record<string, Migration>): Promise<void> {
  const { rows } = await pool.query(`select to_regclass('${TABLE}') is not null as exists`)
  if (!rows[0].exists) return
  const applied = await pool.query<{ name: string }>(`select name from ${TABLE} order by name`)
  const unknown = applied.rows.filter(({ name }) => !(name in known)).map(({ name }) => name)
  if (unknown.length === 0) return
  throw new FatalError(
    `The database was created by another version, with migrations that this one does not have (${unknown[0]}, ${unknown.length} in all): start that version, or use an empty database (npm start without --keep creates one).`,
  )
}
