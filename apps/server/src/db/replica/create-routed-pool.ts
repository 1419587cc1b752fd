import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

export interface Routes {
  replica: pg.Pool
  primary: pg.Pool
  /** Whether the replica is asked first. */
  isReplicaUsed(): boolean
  /** Called with the error of each query that the replica did not answer. */
  onReplicaError(error: unknown): void
}

const STARTS_TRANSACTION = /^(begin|start transaction)\b/

/**
 * Creates connections for reads: the replica answers each query, or the primary while the replica is not used. A query
 * that fails on the replica is asked once more of the primary, because most causes are those of the replica alone: it
 * stops, it cancels a query that is in the way of the log, or it has not yet replayed a migration. Transactions are
 * those of the primary.
 */
export function createRoutedPool(routes: Routes): PostgresPool {
  return {
    options: {},
    connect: async () => createRoutedClient(routes),
    end: async () => {},
  }
}

function createRoutedClient(routes: Routes): PostgresPoolClient {
  let transaction: pg.PoolClient | undefined
  const query = async (sql: string, parameters: readonly unknown[]) => {
    if (STARTS_TRANSACTION.test(sql)) transaction ??= await routes.primary.connect()
    if (transaction !== undefined) return await transaction.query(sql, [...parameters])
    return await queryReplicaOrPrimary(routes, { text: sql, values: [...parameters] })
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => {
      transaction?.release(destroy)
      transaction = undefined
    },
  }
}

/** Runs a query that only reads. */
export async function queryReplicaOrPrimary<Row extends pg.QueryResultRow>(
  { replica, primary, isReplicaUsed, onReplicaError }: Routes,
  query: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  if (!isReplicaUsed()) return await primary.query<Row>(query)
  try {
    return await replica.query<Row>(query)
  } catch (error) {
    onReplicaError(error)
    return await primary.query<Row>(query)
  }
}
