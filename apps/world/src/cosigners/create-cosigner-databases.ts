import { createPool } from '@app/server/db/create-pool.ts'
import { createLog } from '@app/server/runtime/log.ts'
import { startServer } from '@app/server/server.ts'
import type { Address } from '@app/values/address.ts'
import { buildConfig } from '../app/start-app.ts'
import { buildLocalAppOptions } from '../local/build-local-app-options.ts'
import type { LocalEnvironment } from '../local/local-environment.ts'
import { listScammer } from '../snapshot/scam-list.ts'
import {
  buildCosignerName,
  buildCosignerUrl,
  buildDatabaseUrl,
  COSIGNER_INDEXES,
} from './cosigner-names.ts'

/**
 * Creates the databases of the signers, each with its own copy of the scam list. The first indexes
 * the chain by itself, never from the server's tables; the others are copies of the first, since
 * the same code would make the same from the same blocks.
 */
export async function createCosignerDatabases(
  environment: Pick<LocalEnvironment, 'emulator' | 'postgres' | 'agent' | 'addresses'>,
  presentMs: number,
): Promise<void> {
  const { url } = environment.postgres
  const [first = 0, ...others] = COSIGNER_INDEXES
  await createDatabase(url, buildCosignerName(url, first))
  const mallory = environment.addresses.get('mallory')
  if (mallory !== undefined) await listScammer(buildCosignerUrl(url, first), { mallory, presentMs })
  await indexChain(environment, buildCosignerUrl(url, first))
  for (const index of others) {
    await createDatabase(url, buildCosignerName(url, index), buildCosignerName(url, first))
  }
}

/**
 * Creates the databases of a world that an earlier version made; they are indexed while it runs. Each gets its name
 * when it has the scam list: after a kill in between, a signer without the list would never get it.
 */
export async function createMissingDatabases(
  mainUrl: string,
  mallory: Address | undefined,
): Promise<void> {
  for (const index of COSIGNER_INDEXES) {
    const name = buildCosignerName(mainUrl, index)
    if (await hasDatabase(mainUrl, name)) continue
    const draft = `${name}_draft`
    await createDatabase(mainUrl, draft)
    if (mallory !== undefined) {
      await listScammer(buildDatabaseUrl(mainUrl, draft), { mallory, presentMs: Date.now() })
    }
    await usePool(mainUrl, (pool) => pool.query(`alter database ${draft} rename to ${name}`))
  }
}

async function indexChain(
  environment: Pick<LocalEnvironment, 'emulator' | 'postgres' | 'agent'>,
  databaseUrl: string,
): Promise<void> {
  const hosting = { ports: { web: 0, api: 0 }, web: 'none', walletUrl: '' } as const
  const options = buildLocalAppOptions(environment, hosting)
  const config = buildConfig({ ...options, databaseUrl })
  const server = await startServer(config, ['indexer', 'scorer'], { isManual: true })
  await server.drain()
  await server.stop()
}

const hasDatabase = (mainUrl: string, name: string): Promise<boolean> =>
  usePool(mainUrl, async (pool) => {
    const { rowCount } = await pool.query('select from pg_database where datname = $1', [name])
    return rowCount !== 0
  })

/** Creates a database in place of an earlier one of that name. */
const createDatabase = (mainUrl: string, name: string, template?: string): Promise<void> =>
  usePool(mainUrl, async (pool) => {
    await pool.query(`drop database if exists ${name} with (force)`)
    const source = template === undefined ? '' : ` template ${template} strategy file_copy`
    await pool.query(`create database ${name}${source}`)
  })

async function usePool<T>(
  url: string,
  work: (pool: ReturnType<typeof createPool>) => Promise<T>,
): Promise<T> {
  const pool = createPool(url, createLog('error'))
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}
