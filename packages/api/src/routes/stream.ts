import * as Type from 'typebox'
import {
  ACCOUNT_TOPICS,
  ActionEventSchema,
  AlertEventSchema,
  GENERAL_TOPICS,
  PAGE_STREAM_URL,
  ProposalEventSchema,
  ScoreEventSchema,
  StateEventSchema,
  WalletEventSchema,
} from '../schemas/stream.ts'
import { defineRoutes } from './route.ts'

const TOPIC = `(${GENERAL_TOPICS.join('|')}|(${ACCOUNT_TOPICS.join('|')}):0x[0-9a-fA-F]{16})`
const MAX_TOPICS = 5

/** In the order of the reference. */
export const STREAM_ROUTES = defineRoutes(
  { tag: 'Reference' },
  {
    streamPage: {
      method: 'GET',
      url: PAGE_STREAM_URL,
      summary: 'Follow scores, alerts and proposals by server-sent events, over one connection',
      description:
        'Sends the events of the chosen topics: of `score:0x…` the latest score of that address at once (event `score`), unless Last-Event-ID is its id, each new one, and `action` whenever the status of an action on the account changes; of `alerts:0x…` and `all_alerts` each new entry of the history of the agent (event `alert`); of `proposals` each proposal that a change concerns, also one that is as before (event `proposal`); of `wallets` each new score of any wallet (event `wallet`). Every five seconds a `state` event has the latest indexed block, and the parts of the server that fail. Each topic counts as an open stream.',
      query: Type.Object({
        topics: Type.Optional(
          Type.String({
            pattern: `^${TOPIC}(,${TOPIC}){0,${MAX_TOPICS - 1}}$`,
            description: `at most ${MAX_TOPICS} topics with commas between: ${[...ACCOUNT_TOPICS.map((name) => `${name}:0x…`), ...GENERAL_TOPICS].join(', ')}`,
            examples: ['score:0x179b6b1cb6755e31,proposals'],
          }),
        ),
      }),
      data: Type.Union(
        [
          StateEventSchema,
          ScoreEventSchema,
          ActionEventSchema,
          AlertEventSchema,
          ProposalEventSchema,
          WalletEventSchema,
        ],
        { title: 'StreamEventData' },
      ),
      failures: ['invalid_address', 'address_not_on_network'],
      contentType: 'text/event-stream',
    },
  },
)

export const { streamPage } = STREAM_ROUTES
