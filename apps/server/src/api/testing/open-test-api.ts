import { randomUUID } from 'node:crypto'
import { createNodeClient } from '@app/flow/http/node-client.ts'
import { createFlowReaderFromClient } from '@app/flow/read/create-flow-reader.ts'
import { createFakeClock } from '@app/flow/testing/fake-clock.ts'
import { type LoopbackServer, startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import type { FastifyInstance } from 'fastify'
import { createNotifications, type NotificationChannel } from '../../db/notifications.ts'
import { trackNodeHealth } from '../../flow-access/track-node-health.ts'
import type { Context } from '../../runtime/context.ts'
import { createStageStatusRegistry, type StageStatusRegistry } from '../../runtime/stage.ts'
import { openTestContext } from '../../testing/create-test-context.ts'
import { buildApi } from '../build-api.ts'
import type { ApiLimits } from '../http/limits.ts'
import { TEST_ACCOUNT } from './build-valid-request.ts'
import {
  createFakeGovernance,
  type FakeGovernance,
  respondWithoutPublishedScore,
} from './fake-governance.ts'
import { insertTestSession } from './insert-test-session.ts'

export interface TestApi {
  app: FastifyInstance
  context: Context
  /**
   * Fake node: responds that no score is published, and with 404 to everything else until a test
   * adds responses.
   */
  node: LoopbackServer
  /** The governance and the one wallet that the fake node knows. */
  governance: FakeGovernance
  stages: StageStatusRegistry
  /**
   * Waits until the API has heard what was announced before. With a channel of what a test has written by itself, which
   * nothing has announced, this announces it.
   */
  hear(channel?: NotificationChannel): Promise<void>
  finish(): Promise<void>
}

export interface TestApiOptions {
  /** Instead of those that no test reaches by accident. */
  limits?: Partial<ApiLimits>
  heartbeatMs?: number
}

/** Limits that no test reaches by accident, however busy the machine; no call waits for a receiver that nothing is sent to. */
export const GENEROUS_LIMITS: Partial<ApiLimits> = {
  eventLoopDelayMs: Number.POSITIVE_INFINITY,
  responseTimeoutMs: 120_000,
  acceptanceMs: 120_000,
  requestsPerMinute: 1e9,
  computesPerMinute: 1e9,
  missesPerMinute: 1e9,
  writesPerMinute: 1e9,
  messagesPerMinute: 1e9,
  challengeWaitMs: 0,
}

/**
 * Opens the complete API on its own database, with a fake node on loopback that has no accounts.
 */
export async function openTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const { limits: given, ...rest } = options
  const limits = { ...GENEROUS_LIMITS, ...given }
  const node = await startLoopbackServer()
  node.responses.push({ status: 404, json: { code: 404, message: 'not found' } })
  const governance = createFakeGovernance()
  node.respondTo = (request) =>
    governance.respondTo(request) ?? respondWithoutPublishedScore(request)
  const { context: opened, finish } = await openTestContext({ accessNodeUrl: node.url })
  const client = createNodeClient({ accessNodeUrl: node.url }, createFakeClock())
  const tracker = trackNodeHealth(createFlowReaderFromClient(client))
  const context = { ...opened, flow: tracker.flow }
  const notifications = await createNotifications(String(context.config.databaseUrl), context.log)
  await insertTestSession(context, TEST_ACCOUNT)
  const stages = createStageStatusRegistry()
  const parts = { context, notifications, node: tracker, stages, limits, ...rest }
  const app = await buildApi(parts)
  return {
    app,
    context,
    node,
    governance,
    stages,
    hear: async (channel = 'history_changed') => {
      const token = randomUUID()
      const { promise: heard, resolve } = Promise.withResolvers<void>()
      const stop = notifications.on(channel, (payload) => payload === token && resolve())
      await context.pool.query('select pg_notify($1, $2)', [channel, token])
      await heard
      stop()
    },
    finish: async () => {
      await app.close()
      await notifications.close()
      await node.stop()
      await finish()
    },
  }
}
