import { vouchForWallet } from '@app/api/routes/actions.ts'
import { createNodeClient } from '@app/flow/http/node-client.ts'
import { createFlowReaderFromClient } from '@app/flow/read/create-flow-reader.ts'
import { createFakeClock } from '@app/flow/testing/fake-clock.ts'
import { type LoopbackRequest, startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { expect, it, onTestFinished } from 'vitest'
import { createNotifications } from '../../db/notifications.ts'
import { trackNodeHealth } from '../../flow-access/track-node-health.ts'
import { createStageStatusRegistry } from '../../runtime/stage.ts'
import { writeIndexedRows } from '../../testing/ledger.ts'
import { recordAgentHeartbeat } from '../../testing/record-agent-heartbeat.ts'
import { buildApi } from '../build-api.ts'
import { GENEROUS_LIMITS, openTestApi, type TestApi } from '../testing/open-test-api.ts'
import { buildSignedRequest } from '../testing/sign-request.ts'

const SEALED_HEIGHT = 5

async function openApi(): Promise<TestApi> {
  const api = await openTestApi()
  onTestFinished(() => api.finish())
  await writeIndexedRows(api.context, {}, SEALED_HEIGHT)
  await recordAgentHeartbeat(api.context)
  return api
}

/** Opens the API once more on the same database, as another process does; its node answers as `respondTo` says. */
async function openOtherProcess(
  { context: opened }: TestApi,
  respondTo: NonNullable<Awaited<ReturnType<typeof startLoopbackServer>>['respondTo']>,
) {
  const node = await startLoopbackServer()
  Object.assign(node, { respondTo })
  const client = createNodeClient({ accessNodeUrl: node.url }, createFakeClock())
  const tracker = trackNodeHealth(createFlowReaderFromClient(client))
  const context = { ...opened, flow: tracker.flow }
  const notifications = await createNotifications(String(opened.config.databaseUrl), opened.log)
  const stages = createStageStatusRegistry()
  const parts = { context, notifications, node: tracker, stages, limits: GENEROUS_LIMITS }
  const app = await buildApi(parts)
  onTestFinished(async () => {
    await app.close()
    await notifications.close()
    await node.stop()
  })
  return app
}

/** Whether this is the question for the last number that the author has used. */
const asksForNumber = ({ path, body }: LoopbackRequest): boolean =>
  path.startsWith('/v1/scripts') &&
  Buffer.from(JSON.parse(body).script, 'base64').toString('utf8').includes('struct Next')

/** Does what the outbox and the chain do with the queued message. */
async function relayQueued({ context, governance }: TestApi): Promise<void> {
  const seal = () =>
    context.pool.query(
      `update agent_action set status = 'sealed', tx_id = $1, sealed_height = $2 returning address`,
      ['ab'.repeat(32), SEALED_HEIGHT],
    )
  await expect.poll(async () => (await seal()).rowCount).toBe(1)
  governance.lastSequence = 1
  await context.pool.query(`select pg_notify('actions_changed', $1)`, [governance.address])
}

it('a copy that another process relays while this one checks its number gets the same answer', async () => {
  const api = await openApi()
  const asked = Promise.withResolvers<void>()
  const relayed = Promise.withResolvers<void>()
  const other = await openOtherProcess(api, async (request) => {
    if (asksForNumber(request)) {
      asked.resolve()
      await relayed.promise
    }
    return api.governance.respondTo(request)
  })
  const request = buildSignedRequest(vouchForWallet, api.governance, {})
  const late = other.inject(request)
  await asked.promise
  const first = api.app.inject(request)
  await relayQueued(api)
  expect((await first).statusCode).toBe(200)
  relayed.resolve()
  expect((await late).json()).toMatchObject({ data: (await first).json().data })
  expect((await late).statusCode).toBe(200)
  const rows = await api.context.db.selectFrom('agent_action').select('id').execute()
  expect(rows).toHaveLength(1)
})
