import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type EmbeddedPostgres, startPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import { createPool } from '../../db/create-pool.ts'
import { migrate } from '../../db/migrate.ts'
import { createDataHome } from '../data-dirs/create-data-home.ts'

/** PostgreSQL servers, each with a migrated database. */
export interface MigratedServers {
  urls: string[]
  stop(): Promise<void>
}

/** Starts `count` servers. */
export async function startMigratedServers(count: number): Promise<MigratedServers> {
  await using undo = new AsyncDisposableStack()
  const home = await createDataHome()
  undo.defer(() => rm(home, { recursive: true, force: true }))
  const numbers = Array.from({ length: count }, (_, number) => number)
  const start = async (number: number): Promise<EmbeddedPostgres> => {
    const server = await startPostgres({
      dataDir: join(home, `server-${number}`),
      isDurable: false,
      settings: { shared_preload_libraries: 'pg_stat_statements' },
    })
    undo.defer(() => server.stop())
    return server
  }
  const urls = (await Promise.all(numbers.map(start))).map(({ url }) => url)
  await Promise.all(urls.map(migrateDatabase))
  const end = undo.move()
  return { urls, stop: () => end.disposeAsync() }
}

async function migrateDatabase(url: string): Promise<void> {
  const pool = createPool(url, { warn: () => {} })
  await migrate(pool)
  await pool.end()
}
