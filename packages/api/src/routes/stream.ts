import * as Type from 'typebox'
import { AddressInputSchema } from '../schemas/fields.ts'
import { PAGE_STREAM_URL, STREAM_TOPICS, StateEventSchema } from '../schemas/stream.ts'
import { defineRoute } from './route.ts'

const TOPIC = `(${STREAM_TOPICS.join('|')})`

export const streamPage = defineRoute({
  operationId: 'streamPage',
  method: 'GET',
  url: PAGE_STREAM_URL,
  tag: 'Reference',
  summary: 'Follow everything that one page shows, over one connection',
  description:
    'Sends the events of the chosen topics, as their own streams do: `score` (events `score` and `action` of the address), `alerts` (event `alert`, about the address), `all_alerts` (about every address), `proposals` (event `proposal`) and `wallets` (event `wallet`). Every five seconds a `state` event has the latest indexed block, and the parts of the server that fail. Each topic counts as an open stream.',
  query: Type.Object({
    topics: Type.Optional(
      Type.String({
        pattern: `^${TOPIC}(,${TOPIC}){0,${STREAM_TOPICS.length - 1}}$`,
        description: `topics, separated by commas: ${STREAM_TOPICS.join(', ')}`,
        examples: ['score,alerts'],
      }),
    ),
    address: Type.Optional(AddressInputSchema),
  }),
  data: StateEventSchema,
  contentType: 'text/event-stream',
})

/** In the order of the reference. */
export const STREAM_ROUTES = [streamPage] as const
