import { NodeUnreachableError } from '@app/flow/errors.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Config } from '../config.ts'
import { prepareDatabase } from '../db/prepare-database.ts'
import { type Context, closeContext, createContext } from '../runtime/context.ts'
import { createLog } from '../runtime/log.ts'

/** A context without a node, and what went wrong with single accounts. */
export interface ReplayContext extends Context {
  problems: string[]
}

/**
 * Creates all tables in an empty database and opens a context for `replayBlocks`; `resources` closes it. Throws
 * `FatalError` when the database is not empty, or cannot be used.
 */
export async function openReplayContext(
  config: Config & { databaseUrl: string },
  resources: AsyncDisposableStack,
): Promise<ReplayContext> {
  const context = createContext({ ...config, logLevel: 'silent' })
  resources.defer(() => closeContext(context))
  const { rows } = await context.pool
    .query<{ tables: number }>(COUNT_TABLES)
    .catch(() => ({ rows: [] }))
  if ((rows[0]?.tables ?? 0) > 0) {
    throw new FatalError('The scratch database is not empty: name an empty one, or none.')
  }
  await prepareDatabase(context.pool, config.databaseUrl)
  return toReplayContext(context)
}

/** Of anybody. */
const COUNT_TABLES = `
  select count(*)::int as tables from pg_catalog.pg_class relation
  join pg_catalog.pg_namespace space on space.oid = relation.relnamespace
  where relation.relkind in ('r', 'p', 'v', 'm', 'S')
    and space.nspname not like 'pg\\_%' and space.nspname <> 'information_schema'`

/** Replaces node and log: holdings stay unknown, and errors about single accounts are collected. */
export function toReplayContext(context: Context): ReplayContext {
  const problems: string[] = []
  const error = (details: { err?: unknown; address?: string }, message: string) => {
    problems.push(`${details.address ?? ''} ${message}: ${String(details.err)}`.trim())
  }
  const log = Object.assign(createLog('silent'), { error })
  return { ...context, flow: UNAVAILABLE_READER, log, problems }
}

const fail = () => Promise.reject(new NodeUnreachableError('A replay has no access node.'))

const UNAVAILABLE_READER = new Proxy({} as FlowReader, { get: () => fail })
