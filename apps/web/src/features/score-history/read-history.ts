import type { ApiClient } from '@app/api/client/client.ts'
import { getAgentHistory } from '@app/api/routes/agent.ts'
import { getCase } from '@app/api/routes/cases.ts'
import { getScoreHistory } from '@app/api/routes/score.ts'
import type { CaseSummary } from '@app/api/schemas/case.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Number of scores in the history. */
const HISTORY_LIMIT = 200

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

/** What the agent did about a wallet, newest first; loaded again when its evidence changes. */
export const agentActionsQuery = (api: ApiClient, { address, evidenceHash }: ScoreResult) =>
  queryOptions({
    queryKey: ['score-history', address, 'agent', evidenceHash],
    queryFn: ({ signal }) =>
      api.call(
        getAgentHistory,
        { query: { address, limit: HISTORY_LIMIT, reports: 'excluded' } },
        signal,
      ),
    placeholderData: keepPreviousData,
  })

/** The entries of a case, which change with its newest hash. */
export const caseEventsQuery = (api: ApiClient, { address, caseId, headHash }: CaseSummary) =>
  queryOptions({
    queryKey: ['score-history', address, 'case', caseId, headHash],
    queryFn: async ({ signal }) =>
      (await api.call(getCase, { params: { address, caseId } }, signal)).entries,
    staleTime: Number.POSITIVE_INFINITY,
  })
