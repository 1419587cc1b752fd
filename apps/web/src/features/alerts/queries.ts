import type { ApiClient } from '@app/api/client/client.ts'
import { getAgentHistory } from '@app/api/routes/agent.ts'
import type { Address } from '@app/values/address.ts'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { type Alert, toAlert } from './alert.ts'

export const ALERTS_KEY = ['alerts'] as const

/** The latest alerts about all addresses. */
export const recentAlertsQuery = (api: ApiClient, limit: number) =>
  queryOptions({
    queryKey: [...ALERTS_KEY, limit],
    queryFn: async ({ signal }): Promise<Alert[]> =>
      (await api.call(getAgentHistory, { query: { limit } }, signal)).map(toAlert),
  })

/** The latest alerts about one address; no request while it is null. */
export const addressAlertsQuery = (api: ApiClient, address: Address | null, limit: number) =>
  queryOptions<Alert[]>({
    queryKey: [...ALERTS_KEY, limit, address],
    queryFn:
      address === null
        ? skipToken
        : async ({ signal }) => {
            const entries = await api.call(getAgentHistory, { query: { limit, address } }, signal)
            return entries.filter((entry) => entry.address === address).map(toAlert)
          },
  })
