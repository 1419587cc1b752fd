import type { ApiClient } from '@app/api/client/client.ts'
import { listCases } from '@app/api/routes/cases.ts'
import { listWallets } from '@app/api/routes/score.ts'
import { queryOptions } from '@tanstack/react-query'
import { refreshEvery } from '../../lib/outage/refresh.ts'
import { EMBEDDED_FRESH_MS, NEWEST_DECISION_KEY, OVERVIEW_KEY } from '../../lib/query-keys.ts'

/** Counts of many wallets change without an event of each. */
const REFRESH_MS = 60_000

/** The wallets of the network by level, with the scores of a sample. */
export const overviewQuery = (api: ApiClient) =>
  queryOptions({
    staleTime: EMBEDDED_FRESH_MS,
    queryKey: OVERVIEW_KEY,
    queryFn: ({ signal }) => api.call(listWallets, {}, signal),
    refetchInterval: refreshEvery(REFRESH_MS),
  })

/** The case that people decided and that changed last; null when there is none. */
export const newestDecisionQuery = (api: ApiClient) =>
  queryOptions({
    staleTime: EMBEDDED_FRESH_MS,
    queryKey: NEWEST_DECISION_KEY,
    queryFn: async ({ signal }) => {
      const query = { decidedBy: 'people', limit: 1 } as const
      const [newest] = await api.call(listCases, { query }, signal)
      return newest ?? null
    },
    refetchInterval: refreshEvery(REFRESH_MS),
  })
