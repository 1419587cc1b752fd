import { join } from 'node:path'
import type { EmbeddedPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import { openDatabase } from '../database/open-database.ts'
import { openDatabaseOnExternalServer } from '../database/open-database-on-external-server.ts'

export interface WorldPostgresOptions {
  /** Directory of the world. */
  dataDir: string
  /** A PostgreSQL server to use instead of an embedded one in `dataDir`. */
  databaseServerUrl: string | null
  /** Deletes the data of an earlier world. */
  isFresh: boolean
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

/** Directory of the embedded server's data, inside of that of its world. */
export const POSTGRES_DIR = 'postgres'
