import type { ApiClient } from '@app/api/client/client.ts'
import { getAgentStatus } from '@app/api/routes/agent.ts'
import { queryOptions } from '@tanstack/react-query'

export const agentStatusQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['agent-status'],
    queryFn: ({ signal }) => api.call(getAgentStatus, undefined, signal),
  })
