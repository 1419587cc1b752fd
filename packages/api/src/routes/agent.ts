import { HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import * as Type from 'typebox'
import {
  AgentHistoryEntrySchema,
  AgentStatusSchema,
  ReviewSchema,
  WatchedSchema,
} from '../schemas/agent.ts'
import { AddressInputSchema, buildLimitSchema, CursorSchema } from '../schemas/fields.ts'
import { defineRoute } from './route.ts'
import { READ_FAILURES, SCORING_FAILURES } from './scoring-failures.ts'

export const getAgentStatus = defineRoute({
  operationId: 'getAgentStatus',
  method: 'GET',
  url: '/v1/agent/status',
  tag: 'Agent',
  summary: 'Get configuration and counters of the protection agent',
  data: AgentStatusSchema,
  failures: READ_FAILURES,
})

export const getAgentHistory = defineRoute({
  operationId: 'getAgentHistory',
  method: 'GET',
  url: '/v1/agent/history',
  tag: 'Agent',
  summary: 'List the actions of the protection agent, newest first',
  query: Type.Object({
    limit: Type.Optional(buildLimitSchema(HISTORY_LIMIT_DEFAULT, 500)),
    address: Type.Optional(AddressInputSchema),
    cursor: Type.Optional(CursorSchema),
  }),
  data: Type.Array(AgentHistoryEntrySchema),
  failures: READ_FAILURES,
})

export const checkWallet = defineRoute({
  operationId: 'checkWallet',
  method: 'POST',
  url: '/v1/agent/check',
  tag: 'Agent',
  summary: 'Ask the agent to review a wallet now',
  body: Type.Object({ address: AddressInputSchema }),
  bodyExample: { address: '0x179b6b1cb6755e31' },
  data: ReviewSchema,
  failures: [...SCORING_FAILURES, 'budget_exhausted', 'cross_site_refused'],
  mayBeAccepted: true,
})

export const getWatched = defineRoute({
  operationId: 'getWatched',
  method: 'GET',
  url: '/v1/agent/watched/:address',
  tag: 'Agent',
  summary: 'Get why the agent watches an address',
  params: Type.Object({ address: AddressInputSchema }),
  data: WatchedSchema,
  failures: READ_FAILURES,
})

/** In the order of the reference. */
export const AGENT_ROUTES = [getAgentStatus, getAgentHistory, checkWallet, getWatched] as const
