import type { ApiClient } from '@app/api/client/client.ts'
import { getCase, listCases } from '@app/api/routes/cases.ts'
import type { Address } from '@app/values/address.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { refreshEvery } from '../../lib/outage/refresh.ts'
import { PROTECTION_KEY } from '../../lib/query-keys.ts'

/** Covers every case and every list of cases. */
const CASES_KEY = ['cases'] as const

/** A case also changes by time alone. */
const REFRESH_MS = 30_000

const LIST_LIMIT = 20

export interface CaseName {
  address: Address
  caseId: string
}

export const caseQuery = (api: ApiClient, { address, caseId }: CaseName) =>
  queryOptions({
    queryKey: [...CASES_KEY, 'file', address, caseId],
    queryFn: ({ signal }) => api.call(getCase, { params: { address, caseId } }, signal),
    refetchInterval: refreshEvery(REFRESH_MS),
  })

/** The cases about a wallet, the one that changed last first. */
export const casesQuery = (api: ApiClient, address: Address) =>
  queryOptions({
    queryKey: [...CASES_KEY, 'list', address],
    queryFn: ({ signal }) => api.call(listCases, { query: { address, limit: LIST_LIMIT } }, signal),
  })

/** Loads the cases, and what the owner can do, again. */
export function refreshCases(queryClient: QueryClient): void {
  for (const queryKey of [CASES_KEY, PROTECTION_KEY])
    void queryClient.invalidateQueries({ queryKey })
}
