import { buildUrl } from '@app/api/client/client.ts'
import { listRouteFailures } from '@app/api/openapi/list-route-failures.ts'
import type { FailureCode } from '@app/api/routes/failures.ts'
import type { Route } from '@app/api/routes/route.ts'
import { ROUTES } from '@app/api/routes/routes.ts'
import { getScore } from '@app/api/routes/score.ts'
import { createSession } from '@app/api/routes/session.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { trackNodeHealth } from '../flow-access/track-node-health.ts'
import { createContext } from '../runtime/context.ts'
import { createStageStatusRegistry } from '../runtime/stage.ts'
import { buildTransferRows, writeIndexedRows } from '../testing/ledger.ts'
import { keepAgentAlive } from '../testing/record-agent-heartbeat.ts'
import { buildApi } from './build-api.ts'
import { buildValidRequest, TEST_ACCOUNT, TEST_CASE_ID } from './testing/build-valid-request.ts'
import { expectDocumentedResponse } from './testing/expect-documented-response.ts'
import { insertGovernance } from './testing/insert-governance.ts'
import { GENEROUS_LIMITS, openTestApi, type TestApi } from './testing/open-test-api.ts'
import { buildSignedRequest, takesWallet } from './testing/sign-request.ts'
import {
  askForSession,
  askNeedingPublication,
  buildCompleteRequest,
  INDEXED_FAILURE_TRIGGERS,
} from './testing/trigger-failures.ts'

const MISSING_ACCOUNT = computeAddressAtIndex(9_999, 'local')

/** APIs under the conditions that cause each kind of failure. */
interface Conditions {
  indexed: TestApi
  empty: TestApi
  broke: TestApi
  late: TestApi
  slow: TestApi
  withoutTables: TestApi
  /** With a running agent that sends nothing. */
  failing: TestApi
  /** With one whose every action the contracts refuse. */
  refusing: TestApi
  spent: TestApi
  unsent: TestApi
}

let conditions: Conditions

beforeAll(async () => {
  const shortTimeouts = { responseTimeoutMs: 60, acceptanceMs: 60 }
  conditions = {
    indexed: await openIndexed(),
    empty: await openTestApi(),
    broke: await openTestApi({
      limits: { requestsPerMinute: 0, computesPerMinute: 0, writesPerMinute: 0 },
    }),
    late: await openTestApi({ limits: { eventLoopDelayMs: 1e-9 } }),
    slow: await openTestApi({ limits: shortTimeouts }),
    withoutTables: await openTestApi(),
    failing: await openWithAgent(FAILING_AGENT_SQL),
    refusing: await openWithAgent(REFUSING_AGENT_SQL),
    spent: await openWithAgent(BUDGET_EXHAUSTED_SQL),
    unsent: await openWithAgent(''),
  }
  await conditions.withoutTables.context.pool.query(`drop table ${BROKEN_TABLES} cascade`)
})

keepAgentAlive(() => {
  const { failing, refusing, spent, unsent } = conditions
  return [failing, refusing, spent, unsent].map(({ context }) => context)
})

afterAll(async () => {
  for (const api of Object.values(conditions)) await api.finish()
})

/** Tables that make every route fail that reads the database. */
const BROKEN_TABLES =
  'chain_cursor, chain_account, score_result, agent_action, user_nonce, user_session, dao_proposal, agent_case, case_file'

async function openIndexed(): Promise<TestApi> {
  const api = await openTestApi()
  const payments = [{ height: 1, from: TEST_ACCOUNT, to: null }]
  await writeIndexedRows(api.context, { transfers: buildTransferRows(payments) })
  await insertGovernance(api, [MISSING_ACCOUNT])
  return api
}

const FAILING_AGENT_SQL = `
  create function fail() returns trigger language plpgsql as $$
    begin new.status = 'failed'; new.problem = 'The payer has no FLOW.'; return new; end $$;
  create trigger fail before insert or update on agent_action for each row execute function fail()`

const REFUSING_AGENT_SQL = FAILING_AGENT_SQL.replace(
  "new.problem = 'The payer has no FLOW.'",
  "new.problem = 'It cannot report itself.'; new.is_moot = true",
)

const BUDGET_EXHAUSTED_SQL = `
  insert into agent_budget
  select (to_timestamp(block_ms / 1000) at time zone 'utc')::date, kind, '', 1000000
  from chain_cursor, unnest(array['publish', 'relay', 'relay_appeal', 'review']) as kind where direction = 'live'`

async function openWithAgent(sql: string): Promise<TestApi> {
  const api = await openTestApi({ limits: { chainWaitMs: 60 } })
  await writeIndexedRows(api.context, {
    transfers: buildTransferRows([{ height: 1, from: TEST_ACCOUNT, to: null }]),
  })
  await insertGovernance(api, [MISSING_ACCOUNT])
  await api.context.pool.query(sql)
  return api
}

type FailureTrigger = (route: Route) => Promise<LightMyRequestResponse>

const ask = (api: TestApi, request: InjectOptions) => api.app.inject(request)

/** Builds the valid request of a route with another address wherever it takes one. */
function withAddress(route: Route, address: string): InjectOptions {
  const good = buildValidRequest(route)
  if (route.body !== undefined) {
    const named = { address, targetAddress: address, addresses: [address] }
    const { properties } = route.body as unknown as { properties: object }
    const taken = Object.entries(named).filter(([name]) => Object.hasOwn(properties, name))
    const body = { ...(route.bodyExample as object), ...Object.fromEntries(taken) }
    const params = { id: '1', caseId: TEST_CASE_ID, address }
    return { ...good, url: buildUrl(route, { params }), payload: body }
  }
  if (route.params === undefined) {
    const query =
      route.operationId === 'streamPage' ? `topics=score:${address}` : `address=${address}`
    return { ...good, url: `${good.url.split('?')[0]}?${query}` }
  }
  return { ...good, url: buildUrl(route, { params: { address, caseId: TEST_CASE_ID } }) }
}

const FAILURE_TRIGGERS: Partial<Record<FailureCode, FailureTrigger>> = {
  address_not_on_network: (route) =>
    ask(conditions.indexed, withAddress(route, '0x8c5303eaa26202d6')),
  account_not_found: (route) => askForMissingAccount(route),
  rate_limited: (route) => ask(conditions.broke, buildValidRequest(route)),
  prefetch_refused: (route) =>
    ask(conditions.indexed, {
      ...buildPublishRequest(route),
      headers: { 'sec-purpose': 'prefetch' },
    }),
  cross_site_refused: (route) =>
    ask(conditions.indexed, {
      ...buildPublishRequest(route),
      headers: { 'sec-fetch-site': 'cross-site' },
    }),
  not_published: (route) => ask(conditions.indexed, buildValidRequest(route)),
  budget_exhausted: (route) => askComplete(conditions.spent, route),
  transaction_failed: (route) => askComplete(conditions.failing, route),
  report_refused: (route) => askComplete(conditions.refusing, route),
  publication_refused: (route) =>
    takesWallet(route)
      ? askNeedingPublication(route, conditions.refusing)
      : askComplete(conditions.refusing, route),
  agent_unavailable: (route) => askComplete(conditions.indexed, route),
  contract_not_deployed: (route) => askWithoutContract(route),
  transaction_not_sent: (route) => askComplete(conditions.unsent, route),
  not_ready: (route) => askNotReady(route),
  node_unreachable: (route) => askWithoutNode(route),
  database_unreachable: (route) => askWithoutDatabase(route),
  overloaded: (route) => ask(conditions.late, buildValidRequest(route)),
  too_slow: (route) => askWhileLocked(route),
  internal_error: (route) => askComplete(conditions.withoutTables, route),
}

/** Asks with a signature or a cookie where the route takes one. */
const askComplete = (api: TestApi, route: Route) =>
  ask(api, {
    ...buildCompleteRequest(route, api),
    ...(route.operationId === getScore.operationId && buildPublishRequest(route)),
  })

function askForMissingAccount(route: Route) {
  const { indexed } = conditions
  if (route.operationId === createSession.operationId) {
    return askForSession(indexed, MISSING_ACCOUNT)
  }
  const request = takesWallet(route)
    ? buildSignedRequest(route, indexed.governance, { address: MISSING_ACCOUNT })
    : withAddress(route, MISSING_ACCOUNT)
  return ask(indexed, request)
}

const buildPublishRequest = (route: Route): InjectOptions =>
  route.operationId === getScore.operationId
    ? { url: `${buildUrl(route, { params: { address: TEST_ACCOUNT } })}?publish=true` }
    : buildValidRequest(route)

async function askNotReady(route: Route) {
  const { empty } = conditions
  await empty.context.pool.query(
    'insert into chain_account values ($1, 1, 0, 0) on conflict do nothing',
    [TEST_ACCOUNT],
  )
  return await ask(empty, buildValidRequest(route))
}

async function askWithoutContract(route: Route) {
  const api = await openTestApi()
  const message = 'Invalid Flow argument: error: cannot find contract `DharmaScore`'
  await insertGovernance(api, [MISSING_ACCOUNT])
  api.node.respondTo = (request) =>
    request.path.startsWith('/v1/scripts')
      ? { status: 400, json: { code: 400, message } }
      : api.governance.respondTo(request)
  const response = await ask(api, buildCompleteRequest(route, api))
  await api.finish()
  return response
}

async function askWithoutNode(route: Route) {
  const api = await openIndexed()
  api.node.respondTo = () => 'hang up'
  const isRelay = takesWallet(route)
  const response =
    route.operationId === createSession.operationId
      ? await askForSession(api, MISSING_ACCOUNT)
      : await ask(
          api,
          isRelay ? buildCompleteRequest(route, api) : withAddress(route, MISSING_ACCOUNT),
        )
  await api.finish()
  return response
}

async function askWithoutDatabase(route: Route) {
  const { config } = conditions.indexed.context
  const databaseUrl = 'postgres://user:secret@127.0.0.1:9/nothing'
  const context = createContext({ ...config, databaseUrl })
  const node = trackNodeHealth(context.flow)
  const notifications = { on: () => () => {}, wakeOn: () => async () => {}, connection: () => null }
  const stages = createStageStatusRegistry()
  const app = await buildApi({ context, notifications, node, stages, limits: GENEROUS_LIMITS })
  const response = await app.inject(buildCompleteRequest(route, conditions.indexed))
  await app.close()
  return response
}

/** Counts the connections of earlier requests that still do something: a lock could wait for them. */
async function countBusyConnections(client: PoolClient): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as busy from pg_stat_activity
     where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
  )
  return rows[0].busy
}

async function askWhileLocked(route: Route) {
  const { slow } = conditions
  const client = await slow.context.pool.connect()
  await expect.poll(() => countBusyConnections(client)).toBe(0)
  // After a write nothing that was read before is answered again.
  await client.query('select pg_current_xact_id()')
  await client.query(`begin; lock table ${BROKEN_TABLES}`)
  const response = await ask(slow, buildCompleteRequest(route, slow))
  await client.query('rollback')
  client.release()
  return response
}

/** Routes in which an internal error can be caused, by breaking the database. */
const DATABASE_ROUTES = new Set(
  ROUTES.filter((route) => listRouteFailures(route).includes('too_slow')),
)

/** What `bad-input.test.ts` causes at every route. */
const REFUSED_INPUT = new Set<FailureCode>([
  ...(['invalid_address', 'invalid_evm_address', 'invalid_request', 'invalid_json'] as const),
  ...(['body_too_large', 'unsupported_content_type'] as const),
])

const DOCUMENTED_FAILURES = ROUTES.flatMap((route) =>
  listRouteFailures(route)
    .filter((code) => !REFUSED_INPUT.has(code))
    .filter((code) => code !== 'internal_error' || DATABASE_ROUTES.has(route))
    .map((code) => [route.operationId, code, route] as const),
)

describe('every documented failure', () => {
  beforeAll(async () => {
    const status = async () => (await ask(conditions.late, { url: '/v1/catalogue' })).statusCode
    await vi.waitUntil(async () => (await status()) === 503, { timeout: 120_000 })
  })

  it.each(DOCUMENTED_FAILURES)(
    'of %s is answered when it should be: %s',
    async (_, code, route) => {
      const response =
        (await FAILURE_TRIGGERS[code]?.(route)) ??
        (await INDEXED_FAILURE_TRIGGERS[code]?.(route, conditions.indexed))
      if (response === undefined) throw new Error(`nothing brings out ${code}`)
      expect(response.json().code).toBe(code)
      expectDocumentedResponse(route, response)
    },
  )
})
