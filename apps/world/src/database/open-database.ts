import { rm } from 'node:fs/promises'
import { type EmbeddedPostgres, startPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import { endStaleServer } from '@app/embedded-postgres/end-stale-server.ts'

export interface DatabaseOptions {
  /** Directory of the embedded PostgreSQL. */
  dataDir: string
  /** Deletes the data of an earlier start. */
  isFresh: boolean
  /** false does not wait for writes to reach the disk. */
  isDurable: boolean
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
