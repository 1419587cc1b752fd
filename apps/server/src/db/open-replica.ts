import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely, Logger, PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { createPool, createQueryBuilder, type WarningLog } from './create-pool.ts'
import {
  createReplicaHealth,
  type LogPosition,
  type ReplicaHealth,
  type ReplicaOutage,
} from './replica-health.ts'
import type { Tables } from './tables/tables.ts'

/** A streaming replica for reads. */
export interface Replica {
  /** Reads of the replica, or of the primary while the replica does not answer or is too far behind. */
  db: Kysely<Tables>
  /** Runs a query in the same way. */
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>
  /** Returns since when and why the primary is read instead; `null` while the replica is. */
  describeOutage(): ReplicaOutage | null
  close(): Promise<void>
}

interface ReplicaOptions {
  replicaUrl: string
  /** Pool of the primary. The caller closes it after the replica. */
  primary: pg.Pool
  log: WarningLog & Parameters<typeof createReplicaHealth>[0]
  onQuery?: Logger | undefined
}

const PROBE_INTERVAL_MS = 1_000
const CONNECT_TIMEOUT_MS = 2_000
/** A query that takes longer on the replica is asked of the primary. */
const QUERY_TIMEOUT_MS = 5_000

/**
 * Opens the replica at `replicaUrl` of the database of `primary`. Never throws: while it cannot be used, and until it
 * has all that was committed before this call, the primary is read.
 */
export function openReplica({ replicaUrl, primary, log, onQuery }: ReplicaOptions): Replica {
  const replica = createPool(replicaUrl, log, {
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  })
  const health = createReplicaHealth(log)
  const routes: Routes = {
    replica,
    primary,
    isReplicaUsed: () => health.describeOutage() === null,
    onReplicaError: (error) => {
      log.warn({ err: error as Error }, 'a query failed on the replica; the primary is asked')
      if (!(error instanceof pg.DatabaseError)) health.recordBrokenConnection()
    },
  }
  const ending = new AbortController()
  const watching = watch(() => probe(health, { replica, primary }), ending.signal)
  return {
    db: createQueryBuilder(createRoutedPool(routes), onQuery),
    query: (query) => queryReplicaOrPrimary(routes, query),
    describeOutage: health.describeOutage,
    close: async () => {
      ending.abort()
      await watching
      await replica.end()
    },
  }
}

async function watch(look: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // A primary that does not answer makes the last look older.
    await look().catch(() => {})
    await delay(PROBE_INTERVAL_MS, undefined, { signal }).catch(() => {})
  }
}

async function probe(
  health: ReplicaHealth,
  { replica, primary }: { replica: pg.Pool; primary: pg.Pool },
): Promise<void> {
  const atMs = performance.now()
  const head = await readPosition(primary)
  health.recordProbe(atMs, head, await readPosition(replica).catch(() => null))
  health.describeOutage()
}

async function readPosition(pool: pg.Pool): Promise<LogPosition> {
  const { rows } = await pool.query<LogPosition>(READ_POSITION)
  return rows[0] as LogPosition
}

const READ_POSITION = `
select (select system_identifier::text from pg_control_system()) as cluster,
  current_database()::text as database,
  pg_is_in_recovery() as "isInRecovery",
  case
    when pg_is_in_recovery() then coalesce(pg_last_wal_replay_lsn(), '0/0')
    else pg_current_wal_lsn()
  end - '0/0' as position`

interface Routes {
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
async function queryReplicaOrPrimary<Row extends pg.QueryResultRow>(
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
