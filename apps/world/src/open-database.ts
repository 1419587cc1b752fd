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

/** Opens the database of a world, which does not wait for writes to reach the disk. */
export async function openPostgres(
  { dataDir, databaseServerUrl, isFresh }: WorldPostgresOptions,
  resources: AsyncDisposableStack,
): Promise<EmbeddedPostgres> {
  const postgres =
    databaseServerUrl === null
      ? await openEmbedded(join(dataDir, POSTGRES_DIR), isFresh)
      : await openDatabaseOnExternalServer(databaseServerUrl, isFresh)
  resources.defer(() => postgres.stop())
  return postgres
}

async function openEmbedded(dataDir: string, isFresh: boolean): Promise<EmbeddedPostgres> {
  if (isFresh) {
    await endStaleServer(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  }
  return startPostgres({ dataDir, isDurable: false })
}

/** On the server of DATABASE_URL, separate from testnet's data. */
const LOCAL_DATABASE = 'dharma_local'

async function openDatabaseOnExternalServer(
  serverUrl: string,
  isFresh: boolean,
): Promise<EmbeddedPostgres> {
  const pool = createPool(serverUrl, createLog('error'))
  try {
    if (isFresh) await pool.query(`drop database if exists ${LOCAL_DATABASE} with (force)`)
    const known = await pool.query('select from pg_database where datname = $1', [LOCAL_DATABASE])
    if (known.rowCount === 0) await pool.query(`create database ${LOCAL_DATABASE}`)
  } finally {
    await pool.end()
  }
  const url = new URL(serverUrl)
  url.pathname = `/${LOCAL_DATABASE}`
  return { url: url.href, ended: new Promise(() => {}), stop: async () => {} }
}
