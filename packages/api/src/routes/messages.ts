import * as Type from 'typebox'
import { WRITTEN_EXAMPLES } from '../openapi/written-examples.ts'
import { AddressInputSchema, CLOSED } from '../schemas/fields.ts'
import { MessageContentSchema, MessageSchema } from '../schemas/message.ts'
import { READ_FAILURES } from './failures.ts'
import { defineRoutes } from './route.ts'

/** In the order of the reference. */
export const MESSAGE_ROUTES = defineRoutes(
  { tag: 'Messages' },
  {
    createMessage: {
      method: 'POST',
      url: '/v1/messages',
      summary: 'Get the exact text that a wallet signs',
      description:
        'One call returns the text with the next sequence number and the longest validity, and all values in it, so that a client can build the text itself and compare. Nothing is stored.',
      body: Type.Object({ address: AddressInputSchema, content: MessageContentSchema }, CLOSED),
      bodyExample: {
        address: '0x179b6b1cb6755e31',
        content: { kind: 'vote', votes: [{ proposalId: 1, support: true }] },
      },
      dataExample: WRITTEN_EXAMPLES.message,
      data: MessageSchema,
      failures: [
        ...READ_FAILURES,
        'proposal_not_found',
        'already_open',
        'proposal_refused',
        'voting_closed',
        'not_eligible',
        'appeal_refused',
        'case_not_found',
        'contract_not_deployed',
        'node_unreachable',
      ],
    },
  },
)

export const { createMessage } = MESSAGE_ROUTES
