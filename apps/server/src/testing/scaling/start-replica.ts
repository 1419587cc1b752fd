import { chmod, chown, cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type EmbeddedPostgres,
  type PostgresOptions,
  startPostgres,
} from '@app/embedded-postgres/embedded-postgres.ts'
import pg from 'pg'
import { createDataHome } from '../create-data-home.ts'

/** A primary, and a replica that follows its write-ahead log. */
export interface ReplicatedServers {
  primaryUrl: string
  replicaUrl: string
  /** Stops the replica alone. */
  stopReplica(): Promise<void>
  stop(): Promise<void>
}

const PRIMARY_SETTINGS = { wal_level: 'replica', max_wal_senders: '4', wal_keep_size: '256MB' }

/** Starts both; the replica has a copy of the data directory, as `pg_basebackup` would make it. */
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
  await copyDataDir(primary, dataDir, copyDir)
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

/** Not copied: the log arrives by the connection, and the lock file is that of the primary. */
const NOT_COPIED = new Set(['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot'])

/** Makes a base backup of a running server that starts as a replica. */
async function copyDataDir(primary: EmbeddedPostgres, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  await client.query("select pg_backup_start('replica', fast => true)")
  await mkdir(to)
  for (const name of await readdir(from)) {
    if (!NOT_COPIED.has(name)) await cp(join(from, name), join(to, name), { recursive: true })
  }
  for (const name of ['pg_wal', 'pg_replslot']) await mkdir(join(to, name))
  const { rows } = await client.query<{ labelfile: string }>('select * from pg_backup_stop()')
  await client.end()
  await writeFile(join(to, 'backup_label'), rows[0]!.labelfile)
  await writeFile(join(to, 'standby.signal'), '')
  await cp(`${from}.secret`, `${to}.secret`)
  await copyOwner(from, to)
}

/** Gives the copy to the user that runs PostgreSQL, and closes it to others. */
async function copyOwner(from: string, to: string): Promise<void> {
  const { uid, gid } = await stat(from)
  await chmod(to, 0o700)
  const names = await readdir(to, { recursive: true })
  for (const path of [to, ...names.map((name) => join(to, name))]) await chown(path, uid, gid)
}

function buildConnectionInfo(databaseUrl: string): string {
  const { hostname, port, username, password } = new URL(databaseUrl)
  return `host=${hostname} port=${port} user=${username} password=${password}`
}
