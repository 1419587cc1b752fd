import type { Address } from '@app/values/address.ts'
import type pg from 'pg'
import { expect } from 'vitest'

/** Key of the lock that blocks the insertion; any constant. */
const LOCK_KEY = 7

/**
 * Blocks the next insertion of a row about `address` into `table`. Runs `act` with a promise that resolves when it
 * is blocked; afterwards ends whoever is still blocked.
 */
export async function holdInsert(
  pool: pg.Pool,
  { table, address }: { table: string; address: Address },
  act: (isHeld: Promise<unknown>) => Promise<void>,
): Promise<void> {
  await pool.query(`
    create function hold() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(${LOCK_KEY}); return new; end';
    create trigger hold before insert on ${table} for each row
      when (new.address = '${address}') execute function hold()`)
  const holder = await pool.connect()
  await holder.query(`select pg_advisory_lock(${LOCK_KEY})`)
  try {
    await act(expect.poll(() => listHeld(pool, table)).toHaveLength(1))
  } finally {
    for (const pid of await listHeld(pool, table))
      await pool.query('select pg_terminate_backend($1)', [pid])
    await holder.query(`select pg_advisory_unlock(${LOCK_KEY})`)
    holder.release()
    await pool.query('drop function hold cascade')
  }
}

async function listHeld(pool: pg.Pool, table: string): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where wait_event = 'advisory' and datname = current_database() and query ~* $1`,
    [`insert into "?${table}"? `],
  )
  return rows.map(({ pid }) => pid)
}
