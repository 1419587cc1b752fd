import { FatalError } from '@app/values/errors.ts'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { type RequestMatcher, startFaultProxy } from '../../agent/testing/fault-proxy.ts'
import { readConfig } from '../../config.ts'
import { startServer } from '../../server.ts'
import { copyDatabase } from '../create-test-database.ts'

const ROLES = ['api', 'indexer', 'scorer', 'alerts'] as const

/** Opens a database without tables, and returns how a server is started on it through a proxy. */
async function openEmptyDatabase() {
  const database = await copyDatabase(toPostgresUrl(inject('templateUrl')))
  const proxy = await startFaultProxy(database.url)
  onTestFinished(async () => {
    await proxy.stop()
    await database.drop()
  })
  const config = readConfig({
    FLOW_NETWORK: 'local',
    FLOW_ACCESS_NODE: 'http://127.0.0.1:9',
    API_PORT: '0',
    LOG_LEVEL: 'silent',
  })
  const start = () => startServer({ ...config, databaseUrl: proxy.url }, ROLES, { isManual: true })
  return { url: database.url, proxy, start }
}

/** The database that PostgreSQL has from the beginning has no tables of ours. */
function toPostgresUrl(templateUrl: string): string {
  const url = new URL(templateUrl)
  url.pathname = '/template1'
  return url.href
}

const SCHEMA = `
select format('%s.%s %s %s %s', table_schema, table_name, column_name, data_type, column_default) as line
from information_schema.columns where table_schema not in ('pg_catalog', 'information_schema')
union all
select format('%s %s', schemaname, regexp_replace(indexdef, '[0-9a-f]{20,}', 'HASH', 'g')) from pg_indexes
where schemaname not in ('pg_catalog', 'information_schema')
union all
select format('function %s.%s', nspname, proname) from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
where nspname not in ('pg_catalog', 'information_schema')
union all
select format('trigger %s %s', tgrelid::regclass, tgname) from pg_trigger where not tgisinternal
union all
select format('migration %s', name) from migration
order by 1`

async function readSchema(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ line: string }>(SCHEMA)
  await client.end()
  return rows.map(({ line }) => line)
}

const MAX_STARTS = 1_000

/** Matches each statement once, but for that by which a connection subscribes. */
function createFirstTimeMatcher(): RequestMatcher {
  const seen = new Set<string>()
  return ({ path }) => {
    const isFirst = !seen.has(path) && !path.startsWith('listen ')
    seen.add(path)
    return isFirst
  }
}

it('a first start that is killed before and after each statement completes with the next ones', {
  timeout: 600_000,
}, async () => {
  const undisturbed = await openEmptyDatabase()
  await (await undisturbed.start()).stop()
  const { url, proxy, start } = await openEmptyDatabase()
  for (const fault of ['crash answer', 'crash'] as const)
    void proxy.injectFault(createFirstTimeMatcher(), fault, Number.POSITIVE_INFINITY)
  const problems: unknown[] = []
  let hasStarted = false
  for (let count = 0; count < MAX_STARTS && !hasStarted; count += 1) {
    try {
      await (await start()).stop()
      hasStarted = !proxy.isCrashed()
    } catch (error) {
      problems.push(error)
    }
    proxy.revive()
  }
  expect(hasStarted).toBe(true)
  const unclear = problems.filter((problem) => !(problem instanceof FatalError))
  expect(unclear.map(String)).toEqual([])
  expect(problems.length).toBeGreaterThan(40)
  expect(await readSchema(url)).toEqual(await readSchema(undisturbed.url))
})
