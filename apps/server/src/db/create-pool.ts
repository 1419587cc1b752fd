import { Kysely, type Logger, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables/tables.ts'

/**
 * Above the number of stages of a process: each holds a connection for its lock while it works with another, so that
 * with fewer they would wait for each other.
 */
const MAX_CONNECTIONS = 32

const INT8 = 20
const NUMERIC = 1700

/**
 * Creates a connection pool that returns `bigint` columns as numbers and whole `numeric` columns as
 * bigint.
 */
export function createPool(
  databaseUrl: string,
  log: WarningLog,
  timeouts: Pick<pg.PoolConfig, 'connectionTimeoutMillis' | 'query_timeout'> = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: MAX_CONNECTIONS,
    application_name: 'dharma-guard',
    connectionTimeoutMillis: 10_000,
    ...timeouts,
    types: { getTypeParser: findTypeParser },
  })
  // A broken connection rejects its running query; without a listener, its error event would end
  // the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error }, 'an idle database connection broke')
  })
  return pool
}

/** Creates the typed query builder over `pool`. Ending the pool ends it too. */
export const createQueryBuilder = (pool: PostgresPool, onQuery?: Logger): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...(onQuery && { log: onQuery }) })

const findTypeParser = ((id: number, format?: 'text' | 'binary') => {
  if (format !== 'binary' && id === INT8) return toSafeInteger
  if (format !== 'binary' && id === NUMERIC) return BigInt
  return pg.types.getTypeParser(id, format)
}) as typeof pg.types.getTypeParser

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
  return value
}

/** A log for connection errors that occur outside a query. */
export interface WarningLog {
  warn(details: { err: Error }, message: string): void
}

/** Runs `work` in a transaction: commits its result, or rolls back and rethrows its error. */
export async function withTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}
