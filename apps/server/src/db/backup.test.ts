import { chmod, chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLog } from '../runtime/log.ts'
import { copyDataDir } from '../testing/copy-data-dir.ts'
import { createPool } from './create-pool.ts'
import { migrate } from './migrate.ts'

let home: string
let archive: string
let main: EmbeddedPostgres

/** Rows with values of each kind of type, and with a number from a sequence. */
const ROWS = `
  insert into label_entry (address, kind, source, confidence, reason) values ('a', 'scam', 's', 1, 'r');
  insert into chain_cursor values ('live', 1, 9007199254740991, 'b', 'p', 1, 1);
  insert into chain_evm_balance values ('a', 1, 2, 123456789012345678901234567890, null);
  insert into case_owner_statement values ('a', 'c', 1, 't', 'h', 1, '{"text": "t", "n": 1}');
  insert into user_session values ('t', 'a', '2026-01-02 03:04:05.678+00');
  insert into alert_subscription (owner, channel, url, secret, addresses, since_ms)
  values ('o', 'webhook', 'u', 's', array['a', 'b'], 1)`

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'dharma-backup-'))
  await chmod(home, 0o755)
  archive = join(home, 'archive')
  await mkdir(archive)
  // The same command as in compose.yaml.
  const command = `test ! -f ${archive}/%f && cp %p ${archive}/%f.new && mv ${archive}/%f.new ${archive}/%f`
  main = await startPostgres({
    dataDir: join(home, 'main'),
    isDurable: false,
    settings: { wal_level: 'replica', archive_mode: 'on', archive_command: command },
  })
  const { uid, gid } = await stat(join(home, 'main'))
  await chown(archive, uid, gid)
  await withPool(main.url, async (pool) => {
    await migrate(pool)
    await pool.query(ROWS)
  })
})

afterAll(async () => {
  await main.stop()
  await rm(home, { recursive: true, force: true })
})

async function withPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = createPool(url, createLog('silent'))
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

async function archiveEverything(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query('select pg_walfile_name(pg_switch_wal()) as file')
  await vi.waitUntil(async () => {
    const archiver = await pool.query('select last_archived_wal as file from pg_stat_archiver')
    return (archiver.rows[0].file ?? '') >= rows[0].file
  }, 120_000)
}

describe('a base backup with the archive', () => {
  it('restores every row up to the moment before a mistake', async () => {
    const copy = join(home, 'restored')
    await copyDataDir({
      databaseUrl: main.url,
      from: join(home, 'main'),
      to: copy,
    })
    const before = await withPool(main.url, async (pool) => {
      await pool.query("insert into case_withheld_text values ('after the backup', 1, 'kept')")
      const rows = await readRows(pool)
      await pool.query("select pg_create_restore_point('before_the_mistake')")
      await pool.query('truncate label_entry, user_session, case_withheld_text')
      await archiveEverything(pool)
      return rows
    })
    const restored = await startPostgres({
      dataDir: copy,
      isDurable: false,
      settings: {
        archive_mode: 'off',
        wal_level: 'replica',
        restore_command: `cp ${archive}/%f %p`,
        recovery_target_name: 'before_the_mistake',
        recovery_target_action: 'promote',
      },
    })
    onTestFinished(() => restored.stop())
    await withPool(restored.url, async (pool) => {
      await vi.waitUntil(async () => {
        const { rows } = await pool.query('select pg_is_in_recovery() as is_waiting')
        return !rows[0].is_waiting
      }, 120_000)
      expect(await readRows(pool)).toEqual(before)
      expect(await migrate(pool)).toEqual([])
      await pool.query("insert into case_withheld_text values ('after the restore', 1, 'written')")
    })
  })
})

/** Reads every row of every table. */
async function readRows(pool: pg.Pool): Promise<[string, unknown[]][]> {
  const tables = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  )
  const read = async ({ name }: { name: string }): Promise<[string, unknown[]]> => {
    const { rows } = await pool.query(`select to_jsonb(t)::text as row from ${name} t order by 1`)
    return [name, rows.map(({ row }) => row)]
  }
  return Promise.all(tables.rows.map(read))
}
