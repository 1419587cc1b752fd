import { describe, expect, it, onTestFinished } from 'vitest'
import { openFileContext } from '../testing/create-test-context.ts'
import { createPool, withTransaction } from './create-pool.ts'
import { LOCKS, tryWithAdvisoryLock } from './locks.ts'
import { migrate } from './migrate.ts'
import { createNotifications } from './notifications.ts'

const context = await openFileContext()

const buildDatabaseUrl = (database: string) => {
  const url = new URL(context.config.databaseUrl ?? '')
  url.pathname = `/${database}`
  return url.href
}

describe('migrations', () => {
  it('are applied once when several processes start together', async () => {
    await context.pool.query('create database empty_one')
    const pools = [1, 2, 3].map(() => createPool(buildDatabaseUrl('empty_one'), context.log))
    const applied = await Promise.all(pools.map((pool) => migrate(pool)))
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
    expect(await migrate(pools[0]!)).toEqual([])
    await Promise.all(pools.map((pool) => pool.end()))
    await context.pool.query('drop database empty_one')
  })

  it.each(['9999_future.sql 0123456789ab', '0001_baseline.sql', '0001_baseline.sql 0123456789ab'])(
    'refuse a database of another version, with %s',
    async (name) => {
      await context.pool.query("insert into migration values ($1, '')", [name])
      await expect(migrate(context.pool)).rejects.toThrow(
        `(${name}, 1 in all): start that version, or use an empty database`,
      )
      await context.pool.query('delete from migration where name = $1', [name])
      expect(await migrate(context.pool)).toEqual([])
    },
  )
})

describe('numbers from the database', () => {
  it('are numbers for bigint, refused when they would lose digits, and bigint for numeric', async () => {
    const { rows } = await context.pool.query(
      'select 9007199254740991 as height, 18446744073709551615::numeric as units',
    )
    expect(rows).toEqual([{ height: 9007199254740991, units: 18446744073709551615n }])
    await expect(context.pool.query('select 9007199254740993 as height')).rejects.toThrow(
      'too large',
    )
  })
})

describe('a transaction', () => {
  it('leaves nothing when its work fails, and gives the connection back', async () => {
    await context.pool.query('create table notes (line text)')
    const work = withTransaction(context.pool, async (client) => {
      await client.query("insert into notes values ('half')")
      throw new Error('stopped half way')
    })
    await expect(work).rejects.toThrow('stopped half way')
    expect((await context.pool.query('select * from notes')).rows).toEqual([])
    expect(context.pool.waitingCount).toBe(0)
  })
})

describe('an advisory lock', () => {
  it('has a key of its own', () => {
    expect(new Set(Object.values(LOCKS)).size).toBe(Object.keys(LOCKS).length)
  })

  it('is held by one process at a time, and released when its work ends or fails', async () => {
    const other = createPool(context.config.databaseUrl ?? '', context.log)
    const during = await tryWithAdvisoryLock(context.pool, 'live', () =>
      tryWithAdvisoryLock(other, 'live', async () => 1),
    )
    expect(during).toBeNull()
    const failing = tryWithAdvisoryLock(context.pool, 'live', () =>
      Promise.reject(new Error('broken')),
    )
    await expect(failing).rejects.toThrow('broken')
    expect(await tryWithAdvisoryLock(other, 'live', async () => 2)).toBe(2)
    await other.end()
  })

  it('whose connection breaks hides neither the result of the work nor its error', async () => {
    // Until the backend has ended: it says that it ends before it releases its locks.
    const breakConnection = () =>
      context.pool.query(`
        select pg_terminate_backend(pid, 10000) from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and datname = current_database() and pid <> pg_backend_pid()`)
    const done = tryWithAdvisoryLock(context.pool, 'live', async () => {
      await breakConnection()
      return 'done'
    })
    expect(await done).toBe('done')
    const failed = tryWithAdvisoryLock(context.pool, 'live', async () => {
      await breakConnection()
      throw new Error('the work failed')
    })
    await expect(failed).rejects.toThrow('the work failed')
    expect(await tryWithAdvisoryLock(context.pool, 'live', async () => 'free')).toBe('free')
  })
})

describe('notifications', () => {
  const open = async () => {
    const notifications = await createNotifications(context.config.databaseUrl ?? '', context.log)
    onTestFinished(() => notifications.close())
    return notifications
  }
  const notify = (channel: string, payload: string) =>
    context.pool.query('select pg_notify($1, $2)', [channel, payload])

  it('wake a stage, also when they arrived while it was busy', async () => {
    const notifications = await open()
    const { signal } = new AbortController()
    const wake = notifications.wakeOn({ channels: ['labels_changed'], pollMs: 3_600_000, signal })
    const heard = new Promise((resolve) => notifications.on('labels_changed', resolve))
    await notify('labels_changed', '1')
    expect(await heard).toBe('1')
    await wake()
    const second = wake()
    await notify('labels_changed', '2')
    await second
  })

  it('continue after a lost connection', async () => {
    const notifications = await open()
    await context.pool.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'dharma-guard listen' and datname = current_database()`)
    let isHeard = false
    notifications.on('chain_advanced', () => {
      isHeard = true
    })
    const listen = async () => {
      await notify('chain_advanced', '7')
      return isHeard
    }
    await expect.poll(listen).toBe(true)
  })

  it('end a wait when the signal aborts', async () => {
    const ending = new AbortController()
    const { signal } = ending
    const wake = (await open()).wakeOn({ channels: ['chain_advanced'], pollMs: 3_600_000, signal })
    const waiting = wake()
    ending.abort()
    await waiting
  })
})
