import type { ApiClient } from '@app/api/client/client.ts'
import { getProtection } from '@app/api/routes/governance.ts'
import type { Address } from '@app/values/address.ts'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { refreshEvery } from './outage/refresh.ts'
import { EMBEDDED_FRESH_MS, protectionKey } from './query-keys.ts'

const REFRESH_MS = 60_000

/** What stands against a wallet, and what its owner can do; no request while `address` is null. */
export const protectionQuery = (api: ApiClient, address: Address | null) =>
  queryOptions({
    staleTime: EMBEDDED_FRESH_MS,
    queryKey: protectionKey(address),
    queryFn:
      address === null
        ? skipToken
        : ({ signal }) => api.call(getProtection, { params: { address } }, signal),
    refetchInterval: refreshEvery(REFRESH_MS),
  })
