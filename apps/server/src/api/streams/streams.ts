import type { Readable } from 'node:stream'
import { streamAlerts } from '@app/api/routes/alerts.ts'
import { streamProposals } from '@app/api/routes/governance.ts'
import type { Route, RouteRequest } from '@app/api/routes/route.ts'
import { streamScore, streamWallets } from '@app/api/routes/score.ts'
import { streamPage } from '@app/api/routes/stream.ts'
import type { StreamTopic } from '@app/api/schemas/stream.ts'
import { toAddress } from '@app/values/address.ts'
import type { Api } from '../api.ts'
import { identifyClient } from '../http/limits.ts'
import { toFastifySchemas } from '../http/mount-route.ts'
import { checkAddress, checkAddresses } from '../input/check-addresses.ts'
import { loadResponseMeta } from '../load-response-meta.ts'
import { createEventStreams, type StreamOptions } from './event-streams.ts'
import { createPageStreams, type PageTopic, type Streams } from './page-streams.ts'
import { parseLastEventId } from './sse.ts'
import { buildAlertTopic, buildProposalTopic, buildScoreTopic, buildWalletTopic } from './topics.ts'

/** Creates the event streams of all topics. */
export function createStreams(
  api: Pick<Api, 'context' | 'node'>,
  options: Omit<StreamOptions, 'onError'>,
): Streams {
  const { log } = api.context
  const onError = (err: unknown) => log.warn({ err }, 'an event could not be sent to streams')
  const create = (wakes: Parameters<typeof createEventStreams>[0]) =>
    createEventStreams(wakes, { ...options, onError })
  const topics = {
    score: create(buildScoreTopic(api)),
    alerts: create(buildAlertTopic(api.context)),
    proposals: create(buildProposalTopic(api)),
    wallets: create(buildWalletTopic(api.context)),
  }
  const page = createPageStreams({
    topics,
    loadState: () => loadResponseMeta(api),
    ...(options.heartbeatMs && { intervalMs: options.heartbeatMs }),
    onError,
  })
  const close = () => {
    for (const streams of [page, ...Object.values(topics)]) streams.close()
  }
  return { ...topics, page, close }
}

/** Mounts every event stream. */
export function mountStreams(api: Api): void {
  const { score, alerts, proposals, wallets, page } = api.streams
  mountStream(api, streamScore, ({ params }, client) =>
    score.open({ ...client, address: toAddress(params.address) }),
  )
  mountStream(api, streamWallets, (_, client) => wallets.open({ ...client, address: null }))
  mountStream(api, streamProposals, (_, client) => proposals.open({ ...client, address: null }))
  mountStream(api, streamAlerts, ({ query }, client) =>
    alerts.open({ ...client, address: parseOptional(query.address) }),
  )
  mountStream(api, streamPage, ({ query }, client) => {
    const chosen = new Set(query.topics?.split(','))
    return page.open({ ...client, topics: [...chosen].map(parseTopic) })
  })

  /** Parses a topic that matches the pattern of the route. */
  function parseTopic(topic: string): PageTopic {
    const [name, address] = topic.split(':')
    if (address !== undefined) checkAddress(address, api.context.config.network)
    return { name: name as StreamTopic, address: parseOptional(address) }
  }
}

const parseOptional = (address: string | undefined) =>
  address === undefined ? null : toAddress(address)

/** Mounts one event stream: without time limit, and without HEAD, which would open a stream. */
function mountStream<R extends Route>(
  { app, context }: Api,
  route: R,
  open: (input: RouteRequest<R>, client: { client: string; afterId: number }) => Readable,
): void {
  app.route({
    method: route.method,
    url: route.url,
    schema: toFastifySchemas(route),
    exposeHeadRoute: false,
    handler: (request, reply) => {
      checkAddresses(route, request, context.config.network)
      const { params, query, body } = request
      const client = identifyClient(request)
      const afterId = parseLastEventId(request.headers['last-event-id'])
      const stream = open({ params, query, body } as RouteRequest<R>, { client, afterId })
      return reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no')
        .send(stream)
    },
  })
}
