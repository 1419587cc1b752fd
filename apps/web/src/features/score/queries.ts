import { ApiError } from '@app/api/api-error.ts'
import type { ApiClient } from '@app/api/client.ts'
import type { PublishedScore } from '@app/api/published-score.ts'
import type { RouteResponse } from '@app/api/route.ts'
import { listActions } from '@app/api/routes/actions.ts'
import { computeScore, getOnchainScore, getScore, getScoreHistory } from '@app/api/routes/score.ts'
import type { ScoreResult } from '@app/api/score-result.ts'
import type { ScoreEvent } from '@app/api/stream.ts'
import type { Address } from '@app/values/address.ts'
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'

/** How many scores the history shows. */
const HISTORY_LIMIT = 24

/** How many of the last actions on an account are looked through for publications. */
const ACTIONS_LIMIT = 50

/** A score as it is kept in the query cache: the whole answer, with its `meta`. */
export type CachedScore = ScoreEvent

export const scoreKey = (address: Address | null) => ['score', address] as const

/** The score of an address; nothing is asked for while it is null. */
export const scoreQuery = (api: ApiClient, address: Address | null) =>
  queryOptions<CachedScore>({
    queryKey: scoreKey(address),
    queryFn:
      address === null
        ? skipToken
        : ({ signal }) => api.callWithMeta(getScore, { params: { address } }, signal),
  })

/** Scores of the recent past, newest first. The evidence hash of the latest one names the state. */
export const scoreHistoryQuery = (api: ApiClient, result: ScoreResult) =>
  queryOptions({
    queryKey: ['score-history', result.address, result.evidenceHash],
    queryFn: ({ signal }) =>
      api.call(
        getScoreHistory,
        { params: { address: result.address }, query: { limit: HISTORY_LIMIT } },
        signal,
      ),
    placeholderData: keepPreviousData,
  })

export const publishedKey = (address: Address | null) => ['published-score', address] as const

/** The score that the chain holds for an address, null when it holds none. */
export const publishedQuery = (api: ApiClient, address: Address) =>
  queryOptions({
    queryKey: publishedKey(address),
    queryFn: ({ signal }): Promise<PublishedScore | null> =>
      api.call(getOnchainScore, { params: { address } }, signal).catch(nullIfUnpublished),
  })

function nullIfUnpublished(error: unknown): null {
  if (error instanceof ApiError && error.code === 'not_published') return null
  throw error
}

export const publicationsKey = (address: Address | null) => ['publications', address] as const

/** What was asked to be published of an address, newest first, and how far it is. */
export const publicationsQuery = (api: ApiClient, address: Address) =>
  queryOptions({
    queryKey: publicationsKey(address),
    queryFn: async ({ signal }) => {
      const query = { address, limit: ACTIONS_LIMIT }
      const actions = await api.call(listActions, { query }, signal)
      return actions.filter(({ kind }) => kind === 'publish')
    },
  })

export const publishScore = (
  api: ApiClient,
  address: Address,
): Promise<RouteResponse<typeof getScore>> =>
  api.callWithMeta(getScore, { params: { address }, query: { publish: 'true' } })

export const recomputeScore = (api: ApiClient, address: Address): Promise<CachedScore> =>
  api.callWithMeta(computeScore, { params: { address } })
