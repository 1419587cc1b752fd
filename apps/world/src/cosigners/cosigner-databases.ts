import { randomBytes } from 'node:crypto'
import { writeMailboxRole } from '@app/server/cosigner/mailbox/write-mailbox-role.ts'
import { createPool, createQueryBuilder } from '@app/server/db/create-pool.ts'
import { createLog } from '@app/server/runtime/log.ts'
import { startServer } from '@app/server/server.ts'
import { drainPatiently } from '../drain.ts'
import { buildLocalAppOptions, type LocalEnvironment } from '../local/local-environment.ts'
import { listScammers } from '../snapshot/scam-list.ts'
import { buildConfig } from '../start-app.ts'

/** Number of the signers that run; the DAO's third key stays in dao.json. */
const COSIGNER_COUNT = 2

export const COSIGNER_INDEXES = Array.from({ length: COSIGNER_COUNT }, (_, index) => index)

/** Of its database, and of its PostgreSQL role: roles belong to the whole server. */
const buildCosignerName = (mainUrl: string, index: number): string =>
  `${new URL(mainUrl).pathname.slice(1)}_signer_${index + 1}`

/** Returns the URL of a signer's own database, on the same server. */
export function buildCosignerUrl(mainUrl: string, index: number): string {
  const url = new URL(mainUrl)
  url.pathname = `/${buildCosignerName(mainUrl, index)}`
  return url.href
}

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
  await listScammers(buildCosignerUrl(url, first), { ...environment, presentMs })
  await indexChain(environment, buildCosignerUrl(url, first))
  for (const index of others) {
    await createDatabase(url, buildCosignerName(url, index), buildCosignerName(url, first))
  }
}

async function indexChain(
  environment: Pick<LocalEnvironment, 'emulator' | 'postgres' | 'agent'>,
  databaseUrl: string,
): Promise<void> {
  const options = buildLocalAppOptions(environment)
  const config = buildConfig({ ...options, databaseUrl })
  const server = await startServer(config, ['indexer', 'scorer'], { isManual: true })
  await drainPatiently(server)
  await server.stop()
}

/** Creates a database in place of an earlier one of that name. */
async function createDatabase(mainUrl: string, name: string, template?: string): Promise<void> {
  await using pool = openPool(mainUrl)
  await pool.query(`drop database if exists ${name} with (force)`)
  const source = template === undefined ? '' : ` template ${template} strategy file_copy`
  await pool.query(`create database ${name}${source}`)
}

function openPool(url: string) {
  const pool = createPool(url, createLog('error'))
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.end() })
}

/**
 * Gives each signer a role for the mailbox of the main database, with a new password, and returns
 * their URLs in the order of the signers.
 */
export async function prepareMailbox(mainUrl: string): Promise<string[]> {
  await using pool = openPool(mainUrl)
  const db = createQueryBuilder(pool)
  const urls: string[] = []
  for (const index of COSIGNER_INDEXES) {
    const role = buildCosignerName(mainUrl, index)
    const password = randomBytes(16).toString('hex')
    await writeMailboxRole(db, { role, password })
    urls.push(Object.assign(new URL(mainUrl), { username: role, password }).href)
  }
  return urls
}
