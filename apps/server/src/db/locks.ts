import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { Tables } from './tables/tables.ts'

/** First half of every advisory lock key, distinct from those of other users of the database. */
const LOCK_NAMESPACE = 7_301

export const LOCKS = {
  /** Held during one step of the stage, in whichever process executes it. */
  live: 1,
  backfill: 2,
  exposure: 3,
  scorer: 4,
  outbox: 5,
  keeper: 6,
  governance: 7,
  signatures: 8,
  cosigner: 11,
  contractEvents: 12,
  decisions: 13,
  discovery: 14,
  clearing: 15,
  reread: 19,
  alerts: 16,
  cases: 17,
  /**
   * Held until the end of each transaction that changes the sums, because deltas need the latest
   * state.
   */
  sums: 10,
} as const

export type Lock = keyof typeof LOCKS

/**
 * Runs `work` while holding the advisory lock. Returns `null` without running it when another
 * process holds the lock.
 */
export async function tryWithAdvisoryLock<T>(
  pool: pg.Pool,
  lock: Lock,
  work: () => Promise<T>,
): Promise<T | null> {
  const key = [LOCK_NAMESPACE, LOCKS[lock]]
  const client = await pool.connect()
  let broken = true
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as is_ours', key)
    if (rows[0]?.is_ours !== true) {
      broken = false
      return null
    }
    try {
      return await work()
    } finally {
      // A connection that broke has released the lock; its error must not replace that of the work.
      broken = await fails(client.query('select pg_advisory_unlock($1, $2)', key))
    }
  } finally {
    client.release(broken)
  }
}

const fails = (query: Promise<unknown>): Promise<boolean> =>
  query.then(
    () => false,
    () => true,
  )

/** Waits for the lock and holds it until the end of the client's transaction. */
export async function lockUntilCommit(client: pg.ClientBase, lock: Lock): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1, $2)', [LOCK_NAMESPACE, LOCKS[lock]])
}

/** Waits for the lock and holds it until the end of the transaction of `db`. */
export async function holdLockUntilCommit(db: Kysely<Tables>, lock: Lock): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_NAMESPACE}::int, ${LOCKS[lock]}::int)`.execute(db)
}
