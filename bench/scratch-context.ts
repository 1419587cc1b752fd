import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@app/server/config.ts'
import { type Context, closeContext, createContext } from '@app/server/context.ts'
import { startPostgres } from '@app/server/db/embedded-postgres.ts'
import { migrate } from '@app/server/db/migrate.ts'

/** Nothing listens there: a bench asks no node. */
const NO_NODE = 'http://127.0.0.1:9'

/** Runs `work` on a PostgreSQL of its own, with the settings of a laptop, that is gone afterwards. */
export async function withScratchContext<T>(work: (context: Context) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'dharma-bench-'))
  await chmod(home, 0o755)
  const postgres = await startPostgres({ dataDir: join(home, 'postgres') })
  const config = readConfig({
    FLOW_NETWORK: 'local',
    FLOW_ACCESS_NODE: NO_NODE,
    LOG_LEVEL: 'silent',
  })
  const context = createContext({ ...config, databaseUrl: postgres.url })
  try {
    await migrate(context.pool)
    return await work(context)
  } finally {
    await closeContext(context)
    await postgres.stop()
    await rm(home, { recursive: true, force: true })
  }
}
