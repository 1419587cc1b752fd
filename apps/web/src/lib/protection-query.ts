import type { ApiClient } from '@app/api/client/client.ts'
import { getProtection } from '@app/api/routes/protection.ts'
import type { Address } from '@app/values/address.ts'
import { queryOptions } from '@tanstack/react-query'

const REFRESH_MS = 60_000

/** Covers the status of every wallet. */
export const PROTECTION_KEY = ['protection'] as const

/** What stands against a wallet, and what its owner can do. */
export const protectionQuery = (api: ApiClient, address: Address) =>
  queryOptions({
    queryKey: [...PROTECTION_KEY, address],
    queryFn: ({ signal }) => api.call(getProtection, { params: { address } }, signal),
    refetchInterval: ({ state }) => (state.data === undefined ? false : REFRESH_MS),
  })
