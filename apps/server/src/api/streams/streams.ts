import type { RouteRequest } from '@app/api/routes/route.ts'
import { streamPage } from '@app/api/routes/stream.ts'
import { ACCOUNT_TOPICS, type StreamTopic } from '@app/api/schemas/stream.ts'
import { parseAddress, toAddress } from '@app/values/address.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { identifyClient } from '../http/limits.ts'
import { toFastifySchemas } from '../http/mount-route.ts'
import { checkAddress } from '../input/check-addresses.ts'
import { loadResponseMeta } from '../load-response-meta.ts'
import { createEventStreams, type StreamOptions } from './event-streams.ts'
import { createPageStreams, type PageStreams, type PageTopic } from './page-streams.ts'
import { parseLastEventId } from './sse.ts'
import { buildAlertTopic, buildProposalTopic, buildScoreTopic, buildWalletTopic } from './topics.ts'

/** Creates the event streams of all topics. */
export function createStreams(
  api: Pick<Api, 'context' | 'node'>,
  options: Omit<StreamOptions, 'onError'>,
): PageStreams {
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
  return { ...page, close }
}

const ACCOUNT_TOPIC = new RegExp(`(?<![^,])(?:${ACCOUNT_TOPICS.join('|')}):([^,]*)`, 'g')

/** Mounts the event stream: without time limit, and without HEAD, which would open a stream. */
export function mountStream({ app, context, streams }: Api): void {
  const { network } = context.config
  const parseTopic = (text: string): PageTopic => {
    const [name, address] = text.split(':')
    if (address === undefined) return { name: name as StreamTopic, address: null }
    checkAddress(address, network)
    return { name: name as StreamTopic, address: toAddress(address) }
  }
  const { method, url } = streamPage
  app.route<{ Querystring: RouteRequest<typeof streamPage>['query'] }>({
    method,
    url,
    schema: toFastifySchemas(streamPage),
    exposeHeadRoute: false,
    // Before the schema, which would say no more than that the topics are wrong.
    preValidation: async ({ query }) => {
      for (const [, address = ''] of String(query.topics).matchAll(ACCOUNT_TOPIC)) {
        if (parseAddress(address) === null) throw new ApiFailure('invalid_address')
      }
    },
    handler: (request, reply) => {
      const stream = streams.open({
        client: identifyClient(request),
        afterId: parseLastEventId(request.headers['last-event-id']),
        topics: [...new Set(request.query.topics?.split(','))].map(parseTopic),
      })
      return reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no')
        .send(stream)
    },
  })
}
