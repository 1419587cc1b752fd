import { createFlowReader, type FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { type KnownRules, SCORE_RULES } from '@app/score/version.ts'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { createPool, createQueryBuilder } from '../db/create-pool.ts'
import type { Tables } from '../db/tables/tables.ts'
import { createLog, type Logger } from './log.ts'
import { traceQuery } from './telemetry/tracing.ts'

export interface Context {
  config: Config
  pool: pg.Pool
  db: Kysely<Tables>
  flow: FlowReader
  /** The versions of the score that can be computed. */
  rules: KnownRules
  log: Logger
}

/** Creates a context on an existing database; `closeContext` closes its connections. */
export function createContext(
  config: Config & { databaseUrl: string },
  { signal }: { signal?: AbortSignal } = {},
): Context {
  const log = createLog(config.logLevel)
  const pool = createPool(config.databaseUrl, log)
  return {
    config,
    pool,
    db: createQueryBuilder(pool, config.isTraced ? traceQuery : undefined),
    flow: createFlowReader({ ...config.flow, ...(signal && { signal }) }),
    rules: SCORE_RULES,
    log,
  }
}

export async function closeContext(context: Context): Promise<void> {
  await context.pool.end()
}
