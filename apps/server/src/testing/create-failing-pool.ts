import type pg from 'pg'

/** Creates connections that break at a statement, counted from 1, as when the server is killed there. */
export function createFailingPool(
  pool: pg.Pool,
  failingStatement: number,
): { pool: pg.Pool; hasFailed: () => boolean } {
  let hasFailed = false
  const connect = async () => {
    const client = await pool.connect()
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    let statements = 0
    const dying = async (...args: unknown[]) => {
      statements += 1
      if (statements !== failingStatement) return await query(...args)
      hasFailed = true
      return await query('select pg_terminate_backend(pg_backend_pid())')
    }
    return { query: dying, release: client.release }
  }
  return { pool: { connect } as unknown as pg.Pool, hasFailed: () => hasFailed }
}
