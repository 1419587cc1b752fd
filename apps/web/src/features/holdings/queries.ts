import type { ApiClient } from '@app/api/client/client.ts'
import { getHoldings } from '@app/api/routes/accounts.ts'
import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Tokens and NFTs of a wallet; loaded again when its evidence changes. */
export const holdingsQuery = (api: ApiClient, { address, evidenceHash }: ScoreResult) =>
  queryOptions({
    queryKey: ['accounts', address, 'holdings', evidenceHash],
    queryFn: ({ signal }) => api.call(getHoldings, { params: { address } }, signal),
    placeholderData: keepPreviousData,
  })
