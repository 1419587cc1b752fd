import type { ApiClient } from '@app/api/client.ts'
import { computeScore, getScore, getScoreHistory } from '@app/api/routes/score.ts'
import type { ScoreResult } from '@app/api/score-result.ts'
import type { ScoreEvent } from '@app/api/stream.ts'
import type { Address } from '@app/values/address.ts'
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'

/** How many scores the history shows. */
const HISTORY_SHOWN = 24

/** A score as it is kept in the query cache: the whole answer, with its `meta`. */
export type ScoreAnswer = ScoreEvent

export const scoreKey = (address: Address | null) => ['score', address] as const

/** The score of an address; nothing is asked for while it is null. */
export const scoreQuery = (api: ApiClient, address: Address | null) =>
  queryOptions<ScoreAnswer>({
    queryKey: scoreKey(address),
    queryFn:
      address === null
        ? skipToken
        : ({ signal }) => api.ask(getScore, { params: { address } }, signal),
  })

/** Scores of the recent past, newest first. The evidence hash of the latest one names the state. */
export const scoreHistoryQuery = (api: ApiClient, result: ScoreResult) =>
  queryOptions({
    queryKey: ['score-history', result.address, result.evidenceHash],
    queryFn: ({ signal }) =>
      api.call(
        getScoreHistory,
        { params: { address: result.address }, query: { limit: HISTORY_SHOWN } },
        signal,
      ),
    placeholderData: keepPreviousData,
  })

export const publishScore = (api: ApiClient, address: Address): Promise<ScoreAnswer> =>
  api.ask(getScore, { params: { address }, query: { publish: 'true' } })

export const recomputeScore = (api: ApiClient, address: Address): Promise<ScoreAnswer> =>
  api.ask(computeScore, { params: { address } })
