import { HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import * as Type from 'typebox'
import {
  AgentHistoryEntrySchema,
  AgentStatusSchema,
  ClearanceSchema,
  ReviewSchema,
  WatchReasonsSchema,
} from '../schemas/agent.ts'
import { AddressInputSchema, buildLimitSchema, CLOSED, CursorSchema } from '../schemas/fields.ts'
import { READ_FAILURES, SCORING_FAILURES } from './failures.ts'
import { defineRoutes } from './route.ts'

/** In the order of the reference. */
export const AGENT_ROUTES = defineRoutes(
  { tag: 'Agent' },
  {
    getAgentStatus: {
      method: 'GET',
      url: '/v1/agent/status',
      summary: 'Get configuration and counters of the protection agent',
      data: AgentStatusSchema,
      failures: READ_FAILURES,
    },
    getAgentHistory: {
      method: 'GET',
      url: '/v1/agent/history',
      summary: 'List the actions of the protection agent, newest first',
      description:
        'Without complete=true, routine checks that changed nothing are left out: all of them without an address, all but the newest of a row with one.',
      query: Type.Object({
        limit: Type.Optional(buildLimitSchema(HISTORY_LIMIT_DEFAULT, 500)),
        address: Type.Optional(AddressInputSchema),
        cursor: Type.Optional(CursorSchema),
        complete: Type.Optional(Type.Enum(['true', 'false'], { type: 'string', default: 'false' })),
        reports: Type.Optional(
          Type.Enum(['included', 'excluded', 'only'], {
            type: 'string',
            default: 'included',
            description: 'Reports of people without a signature, which nobody verified',
          }),
        ),
      }),
      data: Type.Array(AgentHistoryEntrySchema),
      failures: READ_FAILURES,
    },
    checkWallet: {
      method: 'POST',
      url: '/v1/agent/check',
      summary: 'Ask the agent to review a wallet now',
      body: Type.Object({ address: AddressInputSchema }, CLOSED),
      bodyExample: { address: '0x179b6b1cb6755e31' },
      data: ReviewSchema,
      failures: [...SCORING_FAILURES, 'budget_exhausted', 'cross_site_refused'],
      mayBeAccepted: true,
    },
    getWatchReasons: {
      method: 'GET',
      url: '/v1/agent/watched/:address',
      summary: 'Get why the agent watches an address',
      params: Type.Object({ address: AddressInputSchema }),
      data: WatchReasonsSchema,
      failures: READ_FAILURES,
    },
    listClearances: {
      method: 'GET',
      url: '/v1/agent/clearances/:address',
      summary: 'List the withdrawn accusations of an address, newest first',
      description:
        'With the text that the agent signed, and how many of those who got the accusation it reached.',
      params: Type.Object({ address: AddressInputSchema }),
      data: Type.Array(ClearanceSchema),
      failures: READ_FAILURES,
    },
  },
)

export const { getAgentStatus, getAgentHistory, checkWallet, getWatchReasons, listClearances } =
  AGENT_ROUTES
