import type { ApiClient } from '@app/api/client/client.ts'
import { listPaths } from '@app/api/routes/accounts.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** The shortest paths from a wallet to listed accounts; loaded again when its evidence changes. */
export const pathsQuery = (api: ApiClient, { address, evidenceHash }: ScoreResult) =>
  queryOptions({
    queryKey: ['accounts', address, 'paths', 'listed', evidenceHash],
    queryFn: ({ signal }) => api.call(listPaths, { params: { address } }, signal),
    placeholderData: keepPreviousData,
  })
