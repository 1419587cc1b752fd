import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import { readConfig } from '@app/server/config.ts'
import { migrate } from '@app/server/db/migrate.ts'
import { type Context, closeContext, createContext } from '@app/server/runtime/context.ts'

/** No process listens on this port: benchmarks send no requests to a node. */
const UNREACHABLE_NODE_URL = 'http://127.0.0.1:9'

/** Settings of a small server, with room for what is written often. */
const SMALL_SERVER = { shared_buffers: '2GB', max_wal_size: '8GB', work_mem: '32MB' }

/**
 * Runs `work` with a temporary PostgreSQL and its migrated tables, which are removed afterwards. PostgreSQL has its
 * default settings unless others are given.
 */
export function withScratchContext<T>(
  work: (context: Context) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  return withScratchPostgres(async (postgres) => {
    const config = readConfig({
      FLOW_NETWORK: 'local',
      FLOW_ACCESS_NODE: UNREACHABLE_NODE_URL,
      LOG_LEVEL: 'silent',
    })
    const context = createContext({ ...config, databaseUrl: postgres.url })
    try {
      await migrate(context.pool)
      return await work(context)
    } finally {
      await closeContext(context)
    }
  }, settings)
}

/** Runs `work` with a temporary, empty PostgreSQL, which is removed afterwards. */
export async function withScratchPostgres<T>(
  work: (postgres: EmbeddedPostgres) => Promise<T>,
  settings: Readonly<Record<string, string>> = SMALL_SERVER,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'dharma-bench-'))
  await chmod(directory, 0o755)
  const postgres = await startPostgres({ dataDir: join(directory, 'postgres'), settings })
  try {
    return await work(postgres)
  } finally {
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  }
}
