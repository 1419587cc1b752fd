import { vouchForWallet } from '@app/api/routes/actions.ts'
import { listProposals } from '@app/api/routes/governance.ts'
import type { Route } from '@app/api/routes/route.ts'
import { getScore } from '@app/api/routes/score.ts'
import type { InjectOptions } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { trackNodeHealth } from '../flow-access/track-node-health.ts'
import { createContext } from '../runtime/context.ts'
import { createStageStatusRegistry } from '../runtime/stage.ts'
import { buildTransferRows, writeIndexedRows } from '../testing/ledger.ts'
import { recordAgentHeartbeat } from '../testing/record-agent-heartbeat.ts'
import { buildApi } from './build-api.ts'
import { buildValidRequest, TEST_ACCOUNT } from './testing/build-valid-request.ts'
import { expectDocumentedResponse } from './testing/expect-documented-response.ts'
import {
  GENEROUS_LIMITS,
  openTestApi,
  type TestApi,
  type TestApiOptions,
} from './testing/open-test-api.ts'
import { buildSignedRequest } from './testing/sign-request.ts'

async function openApi(limits: TestApiOptions['limits'] = {}): Promise<TestApi> {
  const api = await openTestApi({ limits })
  onTestFinished(() => api.finish())
  return api
}

async function expectCode(api: TestApi, route: Route, code: string, request?: InjectOptions) {
  const response = await api.app.inject(request ?? buildValidRequest(route))
  expect(response.json().code).toBe(code)
  expectDocumentedResponse(route, response)
}

it('a part of the server that does not answer is named, and nothing else of it', async () => {
  const api = await openApi()
  await expectCode(api, getScore, 'account_not_found')
  await api.context.pool.query('insert into chain_account values ($1, 1, 0, 0)', [TEST_ACCOUNT])
  await expectCode(api, getScore, 'not_ready')
  await api.context.pool.query('delete from chain_account')
  api.node.respondTo = () => 'hang up'
  await expectCode(api, getScore, 'node_unreachable')
  await api.context.pool.query('drop table dao_proposal cascade')
  await expectCode(api, listProposals, 'internal_error')
})

it('an answer that takes too long is given up', async () => {
  const api = await openApi({ responseTimeoutMs: 60 })
  const client = await api.context.pool.connect()
  await client.query('begin; lock table dao_proposal')
  await expectCode(api, listProposals, 'too_slow')
  await client.query('rollback')
  client.release()
})

it('a database that does not answer is named, without its URL', async () => {
  const { config } = (await openApi()).context
  const databaseUrl = 'postgres://user:secret@127.0.0.1:9/nothing'
  const context = createContext({ ...config, databaseUrl })
  const notifications = { on: () => () => {}, wakeOn: () => async () => {}, connection: () => null }
  const parts = { context, notifications, node: trackNodeHealth(context.flow) }
  const stages = createStageStatusRegistry()
  const app = await buildApi({ ...parts, stages, limits: GENEROUS_LIMITS })
  onTestFinished(() => app.close())
  const response = await app.inject(buildValidRequest(listProposals))
  expect(response.json().code).toBe('database_unreachable')
  expectDocumentedResponse(listProposals, response)
})

/** Opens an API beside an agent whose actions end as the statement says. */
async function openWithAgent(onAction: string): Promise<TestApi> {
  const api = await openApi({ chainWaitMs: 60 })
  const transfers = buildTransferRows([{ height: 1, from: TEST_ACCOUNT, to: null }])
  await writeIndexedRows(api.context, { transfers })
  await recordAgentHeartbeat(api.context)
  await api.context.pool.query(`
    create function act() returns trigger language plpgsql as $$ begin ${onAction} return new; end $$;
    create trigger act before insert or update on agent_action for each row execute function act()`)
  return api
}

const sign = ({ governance }: TestApi) => buildSignedRequest(vouchForWallet, governance, {})

it.each([
  ['', 'transaction_not_sent'],
  ["new.status = 'failed'; new.problem = 'The payer has no FLOW.';", 'transaction_failed'],
  ["new.status = 'failed'; new.problem = 'No.'; new.is_moot = true;", 'report_refused'],
])('a signed message whose action ends by %j is answered with %s', async (onAction, code) => {
  const api = await openWithAgent(onAction)
  await expectCode(api, vouchForWallet, code, sign(api))
})

it('a publication that a message needs first, and is refused, is the reason', async () => {
  const api = await openWithAgent("new.status = 'failed'; new.problem = 'No.'; new.is_moot = true;")
  api.governance.isScorePublished = false
  api.governance.others.push(TEST_ACCOUNT)
  await expectCode(api, vouchForWallet, 'publication_refused', sign(api))
})

it('a signed message is refused without an agent, beyond the budget of the day, and before the contracts are deployed', async () => {
  const api = await openApi()
  await writeIndexedRows(api.context, {}, 5)
  await expectCode(api, vouchForWallet, 'agent_unavailable', sign(api))
  await recordAgentHeartbeat(api.context)
  await api.context.pool.query(`
    insert into agent_budget
    select (to_timestamp(block_ms / 1000) at time zone 'utc')::date, 'relay', '', 1000000
    from chain_cursor where direction = 'live'`)
  await expectCode(api, vouchForWallet, 'budget_exhausted', sign(api))
  const message = 'Invalid Flow argument: error: cannot find contract `DharmaScore`'
  api.node.respondTo = (request) =>
    request.path.startsWith('/v1/scripts')
      ? { status: 400, json: { code: 400, message } }
      : api.governance.respondTo(request)
  await expectCode(api, vouchForWallet, 'contract_not_deployed', sign(api))
})
