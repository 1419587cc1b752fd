import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import { readConfig } from '@app/server/config.ts'
import { migrate } from '@app/server/db/migrate.ts'
import { type Context, closeContext, createContext } from '@app/server/runtime/context.ts'

/** No process listens on this port: benchmarks send no requests to a node. */
const UNREACHABLE_NODE_URL = 'http://127.0.0.1:9'

/** Runs `work` with a temporary PostgreSQL, which is removed afterwards. */
export async function withScratchContext<T>(work: (context: Context) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'dharma-bench-'))
  await chmod(directory, 0o755)
  const postgres = await startPostgres({ dataDir: join(directory, 'postgres') })
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
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  }
}
