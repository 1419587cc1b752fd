import type { ApiClient } from '@app/api/client/client.ts'
import { computeScore, getScore } from '@app/api/routes/score.ts'
import type { Address } from '@app/values/address.ts'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { type CachedScore, scoreKey } from '../../lib/score-cache.ts'

/** The score of an address; no request while it is null. */
export const scoreQuery = (api: ApiClient, address: Address | null) =>
  queryOptions<CachedScore>({
    queryKey: scoreKey(address),
    queryFn:
      address === null
        ? skipToken
        : ({ signal }) => api.callWithMeta(getScore, { params: { address } }, signal),
  })

export const recomputeScore = (api: ApiClient, address: Address): Promise<CachedScore> =>
  api.callWithMeta(computeScore, { params: { address } })
