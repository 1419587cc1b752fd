import type { ApiClient } from '@app/api/client/client.ts'
import { getAgentStatus } from '@app/api/routes/agent.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { refreshEvery } from '../../lib/outage/refresh.ts'

const AGENT_STATUS_KEY = ['agent-status'] as const

/** The number of waiting accounts changes without an alert. */
const REFRESH_MS = 30_000

export const agentStatusQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: AGENT_STATUS_KEY,
    queryFn: ({ signal }) => api.call(getAgentStatus, undefined, signal),
    refetchInterval: refreshEvery(REFRESH_MS),
  })

/** Loads the status again, unless it is being loaded. */
export const refreshAgentStatus = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: AGENT_STATUS_KEY }, { cancelRefetch: false })
