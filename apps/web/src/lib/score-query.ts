import type { ApiClient } from '@app/api/client/client.ts'
import { getScore } from '@app/api/routes/score.ts'
import type { Address } from '@app/values/address.ts'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { type CachedScore, EMBEDDED_FRESH_MS, scoreKey } from './score-cache.ts'

/** The score of an address; no request while it is null. */
export const scoreQuery = (api: ApiClient, address: Address | null) =>
  queryOptions<CachedScore>({
    staleTime: EMBEDDED_FRESH_MS,
    queryKey: scoreKey(address),
    queryFn:
      address === null
        ? skipToken
        : ({ signal }) => api.callWithMeta(getScore, { params: { address } }, signal),
  })
