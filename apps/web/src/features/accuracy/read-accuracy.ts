import type { ApiClient } from '@app/api/client/client.ts'
import { getAccuracy, getOutcomes } from '@app/api/routes/reference.ts'
import { queryOptions } from '@tanstack/react-query'

/** The figures change only with a new version of the server. */
export const accuracyQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['accuracy'],
    queryFn: ({ signal }) => api.call(getAccuracy, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Read again whenever the panel opens. */
export const outcomesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['outcomes'],
    queryFn: ({ signal }) => api.call(getOutcomes, {}, signal),
  })
