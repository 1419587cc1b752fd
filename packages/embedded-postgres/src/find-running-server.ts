import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { buildDatabaseUrl } from './database-url.ts'
import { findServerPid } from './end-stale-server.ts'
import { buildSecretFilePath } from './prepare-data-dir.ts'

/** Line of postmaster.pid with the port. Source: PostgreSQL, src/include/utils/pidfile.h. */
const PORT_LINE = 3

/**
 * Returns the URL of the database `dharma` of the server that another process has started on `dataDir`; `null`
 * when none is running.
 */
export async function findRunningServer(dataDir: string): Promise<string | null> {
  const directory = resolve(dataDir)
  if ((await findServerPid(directory)) === null) return null
  const lines = (await readFile(join(directory, 'postmaster.pid'), 'utf8')).split('\n')
  const password = await readFile(buildSecretFilePath(directory), 'utf8')
  return buildDatabaseUrl({ password, port: Number(lines[PORT_LINE]) })
}
