import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import type { TestProject } from 'vitest/node'
import { createPool } from '../db/create-pool.ts'
import { migrate } from '../db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a migrated database that every test database is copied from. */
    templateUrl: string
  }
}

const silent = { warn: () => {} }

/** One PostgreSQL for the run of all server tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), 'dharma-test-'))
  await chmod(home, 0o755)
  const postgres = await startPostgres({ dataDir: join(home, 'postgres'), isDurable: false })
  const pool = createPool(postgres.url, silent)
  await migrate(pool)
  await pool.end()
  project.provide('templateUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(home, { recursive: true, force: true })
  }
}
