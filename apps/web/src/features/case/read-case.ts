import type { ApiClient } from '@app/api/client/client.ts'
import { getCase, listCases } from '@app/api/routes/cases.ts'
import type { Address } from '@app/values/address.ts'
import type { QueryClient } from '@tanstack/react-query'
import { apiQuery } from '../../lib/api.ts'
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

export const caseQuery = (api: ApiClient, { address, caseId }: CaseName) => ({
  ...apiQuery(api, [...CASES_KEY, 'file', address, caseId], getCase, {
    params: { address, caseId },
  }),
  refetchInterval: refreshEvery(REFRESH_MS),
})

/** The cases about a wallet, the one that changed last first. */
export const casesQuery = (api: ApiClient, address: Address) =>
  apiQuery(api, [...CASES_KEY, 'list', address], listCases, {
    query: { address, limit: LIST_LIMIT },
  })

export function refreshCases(queryClient: QueryClient): void {
  for (const queryKey of [CASES_KEY, PROTECTION_KEY])
    void queryClient.invalidateQueries({ queryKey })
}
