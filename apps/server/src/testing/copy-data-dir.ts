import { execFile } from 'node:child_process'
import { chown, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

interface DataDirCopy {
  /** URL of the running server that uses the directory `from`. */
  databaseUrl: string
  from: string
  to: string
}

/**
 * Copies the data directory of a running server, without its write-ahead log: what `pg_basebackup` does over its
 * protocol.
 */
export async function copyDataDir({ databaseUrl, from, to }: DataDirCopy): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query("select pg_backup_start('nightly', fast => true)")
  await run('cp', ['-a', from, to])
  await run('cp', ['-a', `${from}.secret`, `${to}.secret`])
  const { rows } = await client.query('select labelfile from pg_backup_stop()')
  await client.end()
  await rm(join(to, 'postmaster.pid'))
  await run('sh', ['-c', 'rm -rf "$0"/pg_wal/0*', to])
  // PostgreSQL runs as another user when tests run as root.
  const { uid, gid } = await stat(from)
  for (const [name, text] of [
    ['backup_label', rows[0].labelfile],
    ['recovery.signal', ''],
  ]) {
    await writeFile(join(to, name), text)
    await chown(join(to, name), uid, gid)
  }
}
