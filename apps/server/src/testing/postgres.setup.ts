import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import type { TestProject } from 'vitest/node'
import { createPool } from '../db/create-pool.ts'
import { migrate } from '../db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a migrated database from which every test database is copied. */
    templateUrl: string
  }
}

const silent = { warn: () => {} }

/** Starts one PostgreSQL for all server tests. Returns the function that stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(await chooseParentDir(), 'dharma-test-'))
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

/** In memory, because every test copies a database. */
const MEMORY_DIR = '/dev/shm'
const MEMORY_NEEDED_BYTES = 2 * 2 ** 30

/** Selects a directory in memory if this system has one with enough space. */
async function chooseParentDir(): Promise<string> {
  const state = await statfs(MEMORY_DIR).catch(() => null)
  const freeBytes = state === null ? 0 : state.bavail * state.bsize
  return freeBytes >= MEMORY_NEEDED_BYTES ? MEMORY_DIR : tmpdir()
}
