import { rm } from 'node:fs/promises'
import { type EmbeddedPostgres, startPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import { endStaleServer } from '@app/embedded-postgres/end-stale-server.ts'

export interface DatabaseOptions {
  /** Directory of the embedded PostgreSQL. */
  dataDir: string
  /** Throws away what an earlier start left. */
  isFresh: boolean
  /** false skips the waits for the disk. */
  isDurable: boolean
}

/** An embedded PostgreSQL. What an earlier start left, a server of a killed one included, goes first when fresh. */
export async function openDatabase(options: DatabaseOptions): Promise<EmbeddedPostgres> {
  const { dataDir, isFresh, isDurable } = options
  if (isFresh) {
    await endStaleServer(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  }
  return startPostgres({ dataDir, isDurable })
}
