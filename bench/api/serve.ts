import { buildApi } from '@app/server/api/build-api.ts'
import { readConfig } from '@app/server/config.ts'
import { createNotifications } from '@app/server/db/notifications.ts'
import { trackNodeHealth } from '@app/server/flow-access/track-node-health.ts'
import { closeContext, createContext } from '@app/server/runtime/context.ts'
import { createStageStatusRegistry } from '@app/server/runtime/stage.ts'
import { serveWeb } from '@app/world/web/serve-web.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { answerProcess } from './ask-process.ts'

/**
 * What to serve: the API on a database, the same bytes for every address as fast as Fastify does, or the pages with what
 * the API at a URL answers.
 */
export type ServeOptions = ApiOptions | BareAnswer | { apiUrl: string }

interface ApiOptions {
  databaseUrl: string
  accessNodeUrl: string
  /** Limit of what has to be computed for one client; none by default. */
  missesPerMinute?: number
}

export interface BareAnswer {
  body: Uint8Array
  headers: Record<string, string>
}

answerProcess(async (options: ServeOptions) => {
  const resources = new AsyncDisposableStack()
  process.once('disconnect', () => void resources.disposeAsync())
  if ('apiUrl' in options) return await servePages(options.apiUrl, resources)
  const app = 'body' in options ? createBareApp(options) : await createApi(options, resources)
  resources.defer(() => app.close())
  return await app.listen({ host: '127.0.0.1', port: 0 })
})

/** The built web app as in production. */
async function servePages(apiUrl: string, resources: AsyncDisposableStack): Promise<string> {
  const node = 'http://127.0.0.1:8888'
  const web = await serveWeb({
    port: 0,
    config: {
      network: 'local',
      apiUrl,
      accessNodeUrl: node,
      walletUrl: `${node}/wallet`,
      explorerTxUrl: `${node}/tx/{id}`,
    },
  })
  resources.defer(() => web.stop())
  return web.url
}

function createBareApp({ body, headers }: BareAnswer): FastifyInstance {
  const app = Fastify()
  app.get('/v1/score/:address', (_, reply) => {
    reply.headers(headers).send(body)
  })
  return app
}

/** The API as it is in production, with logs, and without the limit of requests for one client. */
async function createApi(
  { databaseUrl, accessNodeUrl, missesPerMinute = 1e9 }: ApiOptions,
  resources: AsyncDisposableStack,
): Promise<FastifyInstance> {
  const env = { FLOW_NETWORK: 'local', FLOW_ACCESS_NODE: accessNodeUrl }
  const context = createContext({ ...readConfig(env), databaseUrl })
  resources.defer(() => closeContext(context))
  const notifications = await createNotifications(databaseUrl, context.log)
  resources.defer(() => notifications.close())
  const node = trackNodeHealth(context.flow)
  return await buildApi({
    context: { ...context, flow: node.flow },
    node,
    notifications,
    stages: createStageStatusRegistry(),
    limits: { requestsPerMinute: 1e9, missesPerMinute },
  })
}
