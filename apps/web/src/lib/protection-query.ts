import type { ApiClient } from '@app/api/client/client.ts'
import { getProtection } from '@app/api/routes/governance.ts'
import type { Protection } from '@app/api/schemas/protection.ts'
import type { Address } from '@app/values/address.ts'
import { apiQuery } from './api.ts'
import { toShownWords } from './format/format.ts'
import { refreshEvery } from './outage/refresh.ts'
import { EMBEDDED_FRESH_MS, protectionKey } from './query-keys.ts'

const REFRESH_MS = 60_000

/** What stands against a wallet, and what its owner can do; no request while `address` is null. */
export const protectionQuery = (api: ApiClient, address: Address | null) => ({
  ...apiQuery(api, protectionKey(address), getProtection, address && { params: { address } }),
  staleTime: EMBEDDED_FRESH_MS,
  refetchInterval: refreshEvery(REFRESH_MS),
  select: toShownWords<Protection>,
})
