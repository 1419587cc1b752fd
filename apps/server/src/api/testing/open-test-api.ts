import { createNodeClient } from '@app/flow/http/node-client.ts'
import { flowReaderOf } from '@app/flow/read/create-flow-reader.ts'
import { type LoopbackNode, startLoopbackNode } from '@app/flow/testing/loopback-node.ts'
import { recordedPace } from '@app/flow/testing/recorded-pace.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { createNotifications } from '../../db/notifications.ts'
import { openTestContext } from '../../testing/create-test-context.ts'
import { buildApi } from '../build-api.ts'
import type { ApiLimits } from '../http/limits.ts'
import { watchNode } from '../operations/node-watch.ts'
import { createStageBoard, type StageBoard } from '../operations/stage-board.ts'
import { answerNoPublishedScore } from './no-published-score.ts'

export interface TestApi {
  app: FastifyInstance
  context: Context
  /** Knows of no published score, and answers 404 to all else until a test pushes other answers. */
  node: LoopbackNode
  stages: StageBoard
  finish(): Promise<void>
}

export interface TestApiOptions {
  limits?: Partial<ApiLimits>
  heartbeatMs?: number
}

const PLENTY: Partial<ApiLimits> = { requestsPerMinute: 1e9, computesPerMinute: 1e9 }

/** The real API on a database of its own, before a node on loopback that knows no account. */
export async function openTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const { limits = PLENTY, ...rest } = options
  const node = await startLoopbackNode()
  node.answers.push({ status: 404, json: { code: 404, message: 'not found' } })
  node.answerTo = answerNoPublishedScore
  const { context: opened, finish } = await openTestContext({ accessNodeUrl: node.url })
  const client = createNodeClient({ accessNodeUrl: node.url }, recordedPace())
  const watch = watchNode(flowReaderOf(client))
  const context = { ...opened, flow: watch.flow }
  const notifications = await createNotifications(String(context.config.databaseUrl), context.log)
  const stages = createStageBoard()
  const parts = { context, notifications, node: watch, stages, limits, ...rest }
  const app = await buildApi(parts)
  return {
    app,
    context,
    node,
    stages,
    finish: async () => {
      await app.close()
      await notifications.close()
      await node.stop()
      await finish()
    },
  }
}
