import { resolve } from 'node:path'
import { findRunningServer } from '@app/embedded-postgres/find-running-server.ts'
import type { Config } from '@app/server/config.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Network } from '@app/values/network.ts'

/** The database of a server. */
export interface ServerDatabase {
  url: string
  network: Network
}

/**
 * Finds the database to read: that of DATABASE_URL, else the embedded one of the running `npm start`. Throws
 * `FatalError` when there is none.
 */
export async function findServer(
  config: Pick<Config, 'databaseUrl' | 'network'>,
  { network, stateDir }: { network: Network | null; stateDir: string },
): Promise<ServerDatabase> {
  const { databaseUrl } = config
  if (databaseUrl !== null) return { url: databaseUrl, network: network ?? config.network }
  const wanted = network ?? 'local'
  const url = await findRunningServer(resolve(stateDir, wanted, 'postgres'))
  if (url !== null) return { url, network: wanted }
  const start = wanted === 'local' ? 'npm start' : `npm start -- --network ${wanted}`
  throw new FatalError(
    `No server is running here for ${wanted}: run ${start}, or set DATABASE_URL to the database of one.`,
  )
}
