import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type PostgresOptions, startPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import { copyDataDir } from '../data-dirs/copy-data-dir.ts'
import { createDataHome } from '../data-dirs/create-data-home.ts'

/** A primary, and a replica that follows its write-ahead log. */
export interface ReplicatedServers {
  primaryUrl: string
  replicaUrl: string
  /** Stops the replica alone. */
  stopReplica(): Promise<void>
  stop(): Promise<void>
}

const PRIMARY_SETTINGS = { wal_level: 'replica', max_wal_senders: '4', wal_keep_size: '256MB' }

/** Starts both; the replica begins as a copy of the primary. */
export async function startReplicatedServers(): Promise<ReplicatedServers> {
  await using undo = new AsyncDisposableStack()
  const home = await createDataHome()
  undo.defer(() => rm(home, { recursive: true, force: true }))
  const start = async (options: Pick<PostgresOptions, 'dataDir' | 'settings'>) => {
    const server = await startPostgres({ ...options, isDurable: false })
    undo.defer(() => server.stop())
    return server
  }
  const dataDir = join(home, 'primary')
  const primary = await start({ dataDir, settings: PRIMARY_SETTINGS })
  const copyDir = join(home, 'replica')
  await copyDataDir({
    databaseUrl: primary.url,
    from: dataDir,
    to: copyDir,
    signal: 'standby.signal',
  })
  const replica = await start({
    dataDir: copyDir,
    settings: { ...PRIMARY_SETTINGS, primary_conninfo: buildConnectionInfo(primary.url) },
  })
  const end = undo.move()
  return {
    primaryUrl: primary.url,
    replicaUrl: replica.url,
    stopReplica: () => replica.stop(),
    stop: () => end.disposeAsync(),
  }
}

function buildConnectionInfo(databaseUrl: string): string {
  const { hostname, port, username, password } = new URL(databaseUrl)
  return `host=${hostname} port=${port} user=${username} password=${password}`
}
