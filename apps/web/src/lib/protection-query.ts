import type { ApiClient } from '@app/api/client/client.ts'
import { getProtection } from '@app/api/routes/protection.ts'
import type { Address } from '@app/values/address.ts'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { refreshEvery } from './outage/refresh.ts'
import { EMBEDDED_FRESH_MS } from './score-cache.ts'

const REFRESH_MS = 60_000

/** Covers the status of every wallet. */
export const PROTECTION_KEY = ['protection'] as const

/** What stands against a wallet, and what its owner can do; no request while `address` is null. */
export const protectionQuery = (api: ApiClient, address: Address | null) =>
  queryOptions({
    staleTime: EMBEDDED_FRESH_MS,
    queryKey: [...PROTECTION_KEY, address],
    queryFn:
      address === null
        ? skipToken
        : ({ signal }) => api.call(getProtection, { params: { address } }, signal),
    refetchInterval: refreshEvery(REFRESH_MS),
  })
