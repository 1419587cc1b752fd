import * as Type from 'typebox'
import {
  ACCOUNT_TOPICS,
  GENERAL_TOPICS,
  PAGE_STREAM_URL,
  StateEventSchema,
} from '../schemas/stream.ts'
import { defineRoute } from './route.ts'

const TOPIC = `(${GENERAL_TOPICS.join('|')}|(${ACCOUNT_TOPICS.join('|')}):0x[0-9a-fA-F]{16})`
const MAX_TOPICS = 5

export const streamPage = defineRoute({
  operationId: 'streamPage',
  method: 'GET',
  url: PAGE_STREAM_URL,
  tag: 'Reference',
  summary: 'Follow everything that one page shows, over one connection',
  description:
    'Sends the events of the chosen topics, as their own streams do: `score:0x…` (events `score` and `action` of that address), `alerts:0x…` (event `alert`, about that address), `all_alerts` (about every address), `proposals` (event `proposal`) and `wallets` (event `wallet`). Every five seconds a `state` event has the latest indexed block, and the parts of the server that fail. Each topic counts as an open stream.',
  query: Type.Object({
    topics: Type.Optional(
      Type.String({
        pattern: `^${TOPIC}(,${TOPIC}){0,${MAX_TOPICS - 1}}$`,
        description: `at most ${MAX_TOPICS} topics, separated by commas; those of an account with its address`,
        examples: ['score:0x179b6b1cb6755e31,proposals'],
      }),
    ),
  }),
  data: StateEventSchema,
  contentType: 'text/event-stream',
})

/** In the order of the reference. */
export const STREAM_ROUTES = [streamPage] as const
