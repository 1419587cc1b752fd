import { FatalError } from '@app/values/errors.ts'
import type pg from 'pg'
import { createPool } from '../db/create-pool.ts'
import { formatDatabaseLocation, formatReason } from '../db/prepare-database.ts'

/** One connection that sees a database as it was when it was opened, and cannot write. */
export type Source = pg.ClientBase

const SILENT = { warn: () => {} }

/**
 * Opens the database of a server for reading. `resources` closes it. Throws `FatalError`, without the
 * password, when it cannot be read.
 */
export async function openSource(
  databaseUrl: string,
  resources: AsyncDisposableStack,
): Promise<Source> {
  const pool = createPool(databaseUrl, SILENT)
  resources.defer(() => pool.end())
  try {
    const client = await pool.connect()
    resources.defer(() => client.release(true))
    await client.query('begin isolation level repeatable read, read only')
    await client.query('select from migration limit 1')
    return client
  } catch (error) {
    throw new FatalError(
      `The database at ${formatDatabaseLocation(databaseUrl)} cannot be read (${formatReason(error)}): start the server, or set DATABASE_URL to its database.`,
      { cause: error },
    )
  }
}
