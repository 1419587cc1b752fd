import type { EmbeddedPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import { createPool } from '@app/server/db/create-pool.ts'
import { createLog } from '@app/server/runtime/log.ts'

/**
 * Name of the local world's database on the server of DATABASE_URL, separate from testnet's data.
 */
const LOCAL_DATABASE = 'dharma_local'

type Pool = ReturnType<typeof createPool>

/**
 * Opens the local world's own database on an existing PostgreSQL server. With `isFresh`, drops and
 * creates it again.
 */
export async function openDatabaseOnExternalServer(
  serverUrl: string,
  isFresh: boolean,
): Promise<EmbeddedPostgres> {
  const pool = createPool(serverUrl, createLog('error'))
  try {
    if (isFresh) await pool.query(`drop database if exists ${LOCAL_DATABASE} with (force)`)
    await createDatabase(pool)
  } finally {
    await pool.end()
  }
  const url = new URL(serverUrl)
  url.pathname = `/${LOCAL_DATABASE}`
  return { url: url.href, ended: new Promise(() => {}), stop: async () => {} }
}

async function createDatabase(pool: Pool): Promise<void> {
  const { rowCount } = await pool.query('select from pg_database where datname = $1', [
    LOCAL_DATABASE,
  ])
  if (rowCount === 0) await pool.query(`create database ${LOCAL_DATABASE}`)
}
