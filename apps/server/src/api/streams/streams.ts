import type { RouteRequest } from '@app/api/routes/route.ts'
import { streamPage } from '@app/api/routes/stream.ts'
import {
  ACCOUNT_TOPICS,
  ACTION_EVENT,
  ALERT_EVENT,
  PROPOSAL_EVENT,
  SCORE_EVENT,
  type StreamTopic,
  WALLET_EVENT,
} from '@app/api/schemas/stream.ts'
import { type Address, parseAddress, toAddress } from '@app/values/address.ts'
import { readAddress } from '../../governance/read-proposals.ts'
import type { Context } from '../../runtime/context.ts'
import { readLatestScore } from '../../scorer/read-scores.ts'
import { readCurrentScore } from '../../scorer/write-current-scores.ts'
import { readLastChangedAction } from '../actions/read-actions.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { loadProposal } from '../governance/to-proposals.ts'
import { identifyClient } from '../http/limits.ts'
import { toFastifySchemas } from '../http/mount-route.ts'
import { checkAddress } from '../input/check-addresses.ts'
import { loadResponseMeta } from '../load-response-meta.ts'
import { loadScoreResult } from '../score/load-score-response.ts'
import { readLatestScoreSeqs } from '../score/read-shown-scores.ts'
import {
  createEventStreams,
  parseLastEventId,
  type StreamEvent,
  type StreamOptions,
  type Wake,
} from './event-streams.ts'
import { createHistorySource } from './history-source.ts'
import { createPageStreams, type PageStreams, type PageTopic } from './page-streams.ts'

/** Creates the event streams of all topics. */
export function createStreams(
  api: Pick<Api, 'context' | 'node' | 'readShownScores'>,
  options: Omit<StreamOptions, 'onError'>,
): PageStreams {
  const { log } = api.context
  const onError = (err: unknown) => log.warn({ err }, 'an event could not be sent to streams')
  const create = (wakes: Parameters<typeof createEventStreams>[0]) =>
    createEventStreams(wakes, { ...options, onError })
  const topics = {
    score: create(buildScoreWakes(api)),
    alerts: create(buildAlertWakes(api.context)),
    proposals: create(buildProposalWakes(api)),
    wallets: create(buildWalletWakes(api.context)),
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

type TopicApi = Pick<Api, 'context' | 'node' | 'readShownScores'>

/** The score of one account: each new one, and each change of an action on the account. */
const buildScoreWakes = (api: TopicApi): Wake[] => [
  {
    channel: 'score_changed',
    load: ofAddress((address) => loadScoreEvents(api, address)),
    readLatestIds: (addresses) => readLatestScoreSeqs(api.context, addresses),
  },
  {
    channel: 'actions_changed',
    load: ofAddress(async (address) => {
      const data = await readLastChangedAction(api.context, address)
      return data === null ? [] : [{ event: ACTION_EVENT, data: { data } }]
    }),
  },
]

async function loadScoreEvents(api: TopicApi, address: Address): Promise<StreamEvent[]> {
  const stored = await readLatestScore(api.context, address)
  // One of another version is computed again when the page asks for it, and is sent then.
  if (stored === null || stored.version !== api.context.rules.current.version) return []
  const meta = await loadResponseMeta(api)
  const data = { data: await loadScoreResult(api, stored), meta }
  return [{ id: stored.seq, event: SCORE_EVENT, data }]
}

/** The new scores of all wallets. Reads nothing while no stream is open. */
const buildWalletWakes = (context: Context): Wake[] => [
  {
    channel: 'score_changed',
    load: ofAddress(async (address) => {
      const data = await readCurrentScore(context, address)
      return data === null ? [] : [{ event: WALLET_EVENT, data: { data } }]
    }),
  },
]

/** The new entries of the agent's history, of one address or of all. */
function buildAlertWakes(context: Context): Wake[] {
  const { takeNewEntries } = createHistorySource(context)
  return [
    {
      channel: 'history_changed',
      // Also without open streams: the next one begins with what is new then.
      isAlwaysLoaded: true,
      load: ofAddress(async (address) => {
        const entries = await takeNewEntries(address)
        return entries.map((data) => ({ event: ALERT_EVENT, data: { data } }))
      }),
    },
  ]
}

/** The changes of all proposals. */
const buildProposalWakes = (api: TopicApi): Wake[] => [
  {
    channel: 'governance_changed',
    isInOrder: true,
    load: async (subject) => {
      const ids = await listProposalIds(api, subject)
      const meta = await loadResponseMeta(api)
      const proposals = await Promise.all(ids.map((id) => loadProposal(api.context, id)))
      return proposals
        .filter((proposal) => proposal !== null)
        .map((data) => ({ event: PROPOSAL_EVENT, data: { data, meta } }))
    },
  },
]

/** Lists the proposals that a change concerns: that of a number, or those about an address. */
async function listProposalIds({ context }: TopicApi, subject: string): Promise<number[]> {
  const address = parseAddress(subject)
  if (address === null) return /^\d+$/.test(subject) ? [Number(subject)] : []
  const { proposals } = await readAddress(context, address)
  return proposals.map(({ ballot }) => ballot.id)
}

/** A notification that does not name an address has no events. */
const ofAddress =
  (load: (address: Address) => Promise<StreamEvent[]>): Wake['load'] =>
  async (subject) => {
    const address = parseAddress(subject)
    return address === null ? [] : await load(address)
  }
