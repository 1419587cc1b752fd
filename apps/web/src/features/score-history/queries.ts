import type { ApiClient } from '@app/api/client/client.ts'
import { getScoreHistory } from '@app/api/routes/score.ts'
import type { ScoreResult } from '@app/api/schemas/score-result.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Number of scores in the history. */
const HISTORY_LIMIT = 24

/** Recent scores, newest first. The evidence hash of the latest one is part of the query key. */
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
