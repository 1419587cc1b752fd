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
import { LRUCache } from 'lru-cache'
import { type HistoryEntry, readNewEntries } from '../../agent/history/read-history.ts'
import { readAddress } from '../../governance/read-proposals.ts'
import type { Context } from '../../runtime/context.ts'
import { readLatestScore } from '../../scorer/read-scores.ts'
import { readCurrentScore } from '../../scorer/write-current-scores.ts'
import { readLastChangedAction } from '../actions/read-actions.ts'
import { toHistoryEntry } from '../agent.ts'
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
  type EventSource,
  type EventStreams,
  type PageTopic,
  type StreamEvent,
  type StreamOptions,
} from './event-streams.ts'

type TopicApi = Pick<Api, 'context' | 'node' | 'readShownScores'>

export function createStreams(
  api: TopicApi,
  options: Omit<StreamOptions, 'onError' | 'loadState'>,
): EventStreams {
  const onError = (err: unknown) =>
    api.context.log.warn({ err }, 'an event could not be sent to streams')
  const loadState = () => loadResponseMeta(api)
  return createEventStreams(buildSources(api), { ...options, loadState, onError })
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

const buildSources = (api: TopicApi): EventSource[] => [
  {
    topics: ['score'],
    channel: 'score_changed',
    load: ofAddress((address) => loadScoreEvents(api, address)),
    readLatestIds: (addresses) => readLatestScoreSeqs(api.context, addresses),
  },
  {
    topics: ['score'],
    channel: 'actions_changed',
    load: ofAddress(async (address) => {
      const data = await readLastChangedAction(api.context, address)
      return data === null ? [] : [{ event: ACTION_EVENT, data: { data } }]
    }),
  },
  {
    topics: ['wallets'],
    channel: 'score_changed',
    load: ofAddress(async (address) => {
      const data = await readCurrentScore(api.context, address)
      return data === null ? [] : [{ event: WALLET_EVENT, data: { data } }]
    }),
  },
  buildAlertSource(api.context),
  {
    topics: ['proposals'],
    channel: 'governance_changed',
    isInOrder: true,
    load: (subject) => loadProposalEvents(api, subject),
  },
]

/** A notification that does not name an address has no events. */
const ofAddress =
  (load: (address: Address) => Promise<StreamEvent[]>): EventSource['load'] =>
  async (subject) => {
    const address = parseAddress(subject)
    return address === null ? [] : await load(address)
  }

async function loadScoreEvents(api: TopicApi, address: Address): Promise<StreamEvent[]> {
  const stored = await readLatestScore(api.context, address)
  // One of another version is computed again when the page asks for it, and is sent then.
  if (stored === null || stored.version !== api.context.rules.current.version) return []
  const meta = await loadResponseMeta(api)
  const data = { data: await loadScoreResult(api, stored), meta }
  return [{ id: stored.seq, event: SCORE_EVENT, data }]
}

/** The new entries of the agent's history; also read without open streams: the next one begins with what is new then. */
function buildAlertSource(context: Context): EventSource {
  const readNew = createNewEntriesReader(context)
  return {
    topics: ['alerts', 'all_alerts'],
    channel: 'history_changed',
    isAlwaysLoaded: true,
    load: ofAddress(async (address) => {
      const entries = await readNew(address)
      return entries.map((entry) => ({
        event: ALERT_EVENT,
        data: { data: toHistoryEntry(entry) },
      }))
    }),
  }
}

/** Addresses of which the last number is kept; the history of others begins with its newest entries. */
const MAX_KNOWN_ADDRESSES = 10_000

/** Creates a function that reads the entries about an address that it did not return before, the oldest first. */
function createNewEntriesReader(context: Pick<Context, 'db'>) {
  const lastNumbers = new LRUCache<Address, number>({ max: MAX_KNOWN_ADDRESSES })
  return async (address: Address): Promise<HistoryEntry[]> => {
    const entries = await readNewEntries(context, address, lastNumbers.get(address) ?? null)
    const last = entries.at(-1)
    if (last !== undefined) lastNumbers.set(address, last.number)
    return entries
  }
}

async function loadProposalEvents(api: TopicApi, subject: string): Promise<StreamEvent[]> {
  const ids = await listProposalIds(api, subject)
  const meta = await loadResponseMeta(api)
  const proposals = await Promise.all(ids.map((id) => loadProposal(api.context, id)))
  return proposals
    .filter((proposal) => proposal !== null)
    .map((data) => ({ event: PROPOSAL_EVENT, data: { data, meta } }))
}

/** Lists the proposals that a change concerns: that of a number, or those about an address. */
async function listProposalIds({ context }: TopicApi, subject: string): Promise<number[]> {
  const address = parseAddress(subject)
  if (address === null) return /^\d+$/.test(subject) ? [Number(subject)] : []
  const { proposals } = await readAddress(context, address)
  return proposals.map(({ ballot }) => ballot.id)
}

/** Parses a Last-Event-ID header; returns 0 when it is absent or invalid. */
const parseLastEventId = (header: string | string[] | undefined): number =>
  typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : 0
