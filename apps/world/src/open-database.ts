import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type EmbeddedPostgres, startPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import { endStaleServer } from '@app/embedded-postgres/running-server.ts'
import { createPool } from '@app/server/db/create-pool.ts'
import { createLog } from '@app/server/runtime/log.ts'

/** Directory of the embedded server's data, inside of that of its world. */
export const POSTGRES_DIR = 'postgres'

interface WorldPostgresOptions {
  /** Directory of the world. */
  dataDir: string
  /** A PostgreSQL server to use instead of an embedded one in `dataDir`. */
  databaseServerUrl: string | null
  /** Deletes the data of an earlier world. */
  isFresh: boolean
}

interface DatabaseOptions {
  /** Directory of the embedded PostgreSQL. */
  dataDir: string
  /** Deletes the data of an earlier start. */
  isFresh: boolean
  /** false does not wait for writes to reach the disk. */
  isDurable: boolean
}

/** Opens the database of a world. */
export async function openPostgres(
  { dataDir, databaseServerUrl, isFresh }: WorldPostgresOptions,
  resources: AsyncDisposableStack,
): Promise<EmbeddedPostgres> {
  const postgres =
    databaseServerUrl === null
      ? await openDatabase({ dataDir: join(dataDir, POSTGRES_DIR), isFresh, isDurable: false })
      : await openDatabaseOnExternalServer(databaseServerUrl, isFresh)
  resources.defer(() => postgres.stop())
  return postgres
}

/**
 * Starts an embedded PostgreSQL. With `isFresh`, first ends a server that a killed process left and
 * deletes its data.
 */
export async function openDatabase(options: DatabaseOptions): Promise<EmbeddedPostgres> {
  const { dataDir, isFresh, isDurable } = options
  if (isFresh) {
    await endStaleServer(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  }
  return startPostgres({ dataDir, isDurable })
}

/**
 * Name of the local world's database on the server of DATABASE_URL, separate from testnet's data.
 */
const LOCAL_DATABASE = 'dharma_local'

type Pool = ReturnType<typeof createPool>

/**
 * Opens the local world's own database on an existing PostgreSQL server. With `isFresh`, drops and
 * creates it again.
 */
async function openDatabaseOnExternalServer(
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
