import { FatalError } from '@app/values/errors.ts'
import { createPool } from '../db/create-pool.ts'
import { formatDatabaseLocation, formatReason } from '../db/prepare-database.ts'
import { beginReading, type Source } from './read-source.ts'

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
    await beginReading(client)
    return client
  } catch (error) {
    throw new FatalError(
      `The database at ${formatDatabaseLocation(databaseUrl)} cannot be read (${formatReason(error)}): start the server, or set DATABASE_URL to its database.`,
      { cause: error },
    )
  }
}
