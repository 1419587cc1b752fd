import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import type { TestProject } from 'vitest/node'
import { createPool } from '../db/create-pool.ts'
import { migrate } from '../db/migrate.ts'
import { createDataHome } from './create-data-home.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a migrated database from which every test database is copied. */
    templateUrl: string
  }
}

const silent = { warn: () => {} }

/** Starts one PostgreSQL for all server tests. Returns the function that stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = await createDataHome()
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
