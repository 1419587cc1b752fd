import type { FailureCode } from '@app/api/failures.ts'
import type { Route } from '@app/api/route.ts'
import { failuresOf } from '@app/api/route-failures.ts'
import { urlOf } from '@app/api/route-url.ts'
import { getScore } from '@app/api/routes/score.ts'
import { ROUTES } from '@app/api/routes.ts'
import { addressAt } from '@app/values/account-index.ts'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createContext } from '../../context.ts'
import { agentAtWork } from '../../testing/agent-at-work.ts'
import { index, transferRows } from '../../testing/ledger.ts'
import { buildApi } from '../build-api.ts'
import { watchNode } from '../operations/node-watch.ts'
import { createStageBoard } from '../operations/stage-board.ts'
import { checkAnswer } from '../testing/check-answer.ts'
import { goodRequest, SOMEBODY, withBody } from '../testing/good-request.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

const NOBODY = addressAt(9_999, 'local')

/** The API in the conditions that bring out each kind of failure. */
interface Conditions {
  indexed: TestApi
  empty: TestApi
  broke: TestApi
  late: TestApi
  slow: TestApi
  withoutTables: TestApi
  /** With an agent at work that sends nothing: in vain, for nobody, in time. */
  failing: TestApi
  spent: TestApi
  unsent: TestApi
}

let conditions: Conditions

beforeAll(async () => {
  const hasty = { requestsPerMinute: 1e9, answerWithinMs: 60 }
  conditions = {
    indexed: await openIndexed(),
    empty: await openTestApi(),
    broke: await openTestApi({ limits: { requestsPerMinute: 0, computesPerMinute: 0 } }),
    late: await openTestApi({ limits: { requestsPerMinute: 1e9, eventLoopDelayMs: 1e-9 } }),
    slow: await openTestApi({ limits: hasty }),
    withoutTables: await openTestApi(),
    failing: await openWithAgent(FAILING),
    spent: await openWithAgent(SPENT),
    unsent: await openWithAgent(''),
  }
  await conditions.withoutTables.context.pool.query(
    'drop table chain_cursor, chain_account, score_result cascade',
  )
})

afterAll(async () => {
  for (const api of Object.values(conditions)) await api.finish()
})

async function openIndexed(): Promise<TestApi> {
  const api = await openTestApi()
  const payments = [{ height: 1, from: SOMEBODY, to: null }]
  await index(api.context, { transfers: transferRows(payments) })
  return api
}

const FAILING = `
  create function fail() returns trigger language plpgsql as $$
    begin new.status = 'failed'; new.problem = 'The payer has no FLOW.'; return new; end $$;
  create trigger fail before insert or update on agent_action for each row execute function fail()`

const SPENT = `
  insert into agent_budget
  select (now() at time zone 'utc')::date + days, 'publish', '', 1000000
  from generate_series(-1, 1) as days`

async function openWithAgent(sql: string): Promise<TestApi> {
  const api = await openTestApi({ limits: { requestsPerMinute: 1e9, answerWithinMs: 60 } })
  await index(api.context, { transfers: transferRows([{ height: 1, from: SOMEBODY, to: null }]) })
  await agentAtWork(api.context)
  await api.context.pool.query(sql)
  return api
}

type Provocation = (route: Route) => Promise<LightMyRequestResponse>

const ask = (api: TestApi, request: InjectOptions) => api.app.inject(request)

/** The good request of a route with another address, wherever it takes one. */
function withAddress(route: Route, address: string): InjectOptions {
  const good = goodRequest(route)
  if (route.body !== undefined) {
    const body = { ...(route.bodyExample as object), address, targetAddress: address }
    return { ...good, payload: body }
  }
  if (route.params === undefined) return { ...good, url: `${good.url}?address=${address}` }
  return { ...good, url: urlOf(route, { params: { address } }) }
}

function withInvalidField(route: Route): InjectOptions {
  if (route.body !== undefined) return withBody(route, '[]')
  if (route.url.includes(':id')) return { url: urlOf(route, { params: { id: 'x' } }) }
  const { url, ...rest } = goodRequest(route)
  return { ...rest, url: `${url}?limit=x&publish=x` }
}

const PROVOCATIONS: Partial<Record<FailureCode, Provocation>> = {
  invalid_address: (route) => ask(conditions.indexed, withAddress(route, '0x12')),
  invalid_request: (route) => ask(conditions.indexed, withInvalidField(route)),
  invalid_json: (route) => ask(conditions.indexed, withBody(route, '{')),
  address_not_on_network: (route) =>
    ask(conditions.indexed, withAddress(route, '0x8c5303eaa26202d6')),
  account_not_found: (route) => ask(conditions.indexed, withAddress(route, NOBODY)),
  body_too_large: (route) => ask(conditions.indexed, withBody(route, `"${'x'.repeat(70_000)}"`)),
  unsupported_content_type: (route) => ask(conditions.indexed, withBody(route, 'x', 'text/plain')),
  rate_limited: (route) => ask(conditions.broke, goodRequest(route)),
  prefetch_refused: (route) =>
    ask(conditions.indexed, { ...publishing(route), headers: { 'sec-purpose': 'prefetch' } }),
  cross_site_refused: (route) =>
    ask(conditions.indexed, { ...publishing(route), headers: { 'sec-fetch-site': 'cross-site' } }),
  not_published: (route) => ask(conditions.indexed, goodRequest(route)),
  budget_exhausted: (route) => ask(conditions.spent, publishing(route)),
  transaction_failed: (route) => ask(conditions.failing, publishing(route)),
  agent_unavailable: (route) => ask(conditions.indexed, publishing(route)),
  contract_not_deployed: (route) => askWithoutContract(route),
  transaction_not_sent: (route) => ask(conditions.unsent, publishing(route)),
  not_available_yet: (route) => ask(conditions.indexed, goodRequest(route)),
  not_ready: (route) => askNotReady(route),
  node_unreachable: (route) => askWithoutNode(route),
  database_unreachable: (route) => askWithoutDatabase(route),
  overloaded: (route) => ask(conditions.late, goodRequest(route)),
  too_slow: (route) => askWhileLocked(route),
  internal_error: (route) => ask(conditions.withoutTables, goodRequest(route)),
}

const publishing = (route: Route): InjectOptions =>
  route.operationId === getScore.operationId
    ? { url: `${urlOf(route, { params: { address: SOMEBODY } })}?publish=true` }
    : goodRequest(route)

async function askNotReady(route: Route) {
  const { empty } = conditions
  await empty.context.pool.query(
    'insert into chain_account values ($1, 1, 0, 0) on conflict do nothing',
    [SOMEBODY],
  )
  return await ask(empty, goodRequest(route))
}

async function askWithoutContract(route: Route) {
  const api = await openTestApi()
  const message = 'Invalid Flow argument: error: cannot find contract `DharmaScore`'
  api.node.answerTo = () => ({ status: 400, json: { code: 400, message } })
  const response = await ask(api, goodRequest(route))
  await api.finish()
  return response
}

async function askWithoutNode(route: Route) {
  const api = await openIndexed()
  api.node.answerTo = () => 'hang up'
  const response = await ask(api, withAddress(route, NOBODY))
  await api.finish()
  return response
}

async function askWithoutDatabase(route: Route) {
  const { config } = conditions.indexed.context
  const databaseUrl = 'postgres://user:secret@127.0.0.1:9/nothing'
  const context = createContext({ ...config, databaseUrl })
  const node = watchNode(context.flow)
  const notifications = { on: () => () => {}, wakeOn: () => async () => {} }
  const app = await buildApi({ context, notifications, node, stages: createStageBoard() })
  const response = await app.inject(goodRequest(route))
  await app.close()
  return response
}

async function askWhileLocked(route: Route) {
  const { slow } = conditions
  const client = await slow.context.pool.connect()
  await client.query('begin; lock table chain_cursor, chain_account, score_result')
  const response = await ask(slow, goodRequest(route))
  await client.query('rollback')
  client.release()
  return response
}

/** An error of our own can be brought out only where the tables are read. */
const READS = new Set(ROUTES.filter((route) => failuresOf(route).includes('too_slow')))

const DOCUMENTED = ROUTES.flatMap((route) =>
  failuresOf(route)
    .filter((code) => code !== 'internal_error' || READS.has(route))
    .map((code) => [route.operationId, code, route] as const),
)

describe('every documented failure', () => {
  beforeAll(async () => {
    const status = async () => (await ask(conditions.late, { url: '/v1/catalogue' })).statusCode
    await vi.waitUntil(async () => (await status()) === 503, { timeout: 5_000 })
  })

  it.each(DOCUMENTED)('of %s is answered when it should be: %s', async (_, code, route) => {
    const response = await PROVOCATIONS[code]?.(route)
    if (response === undefined) throw new Error(`nothing brings out ${code}`)
    expect(response.json().code).toBe(code)
    checkAnswer(route, response)
  })
})
