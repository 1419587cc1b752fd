import type { ApiClient } from '@app/api/client/client.ts'
import { flagWallet } from '@app/api/routes/actions.ts'
import { checkWallet } from '@app/api/routes/agent.ts'
import { getProtection } from '@app/api/routes/protection.ts'
import type { Address } from '@app/values/address.ts'
import { queryOptions } from '@tanstack/react-query'

const REFRESH_MS = 60_000

/** Flag, freeze and appeals of a wallet. */
export const protectionQuery = (api: ApiClient, address: Address) =>
  queryOptions({
    queryKey: ['protection', address],
    queryFn: ({ signal }) => api.call(getProtection, { params: { address } }, signal),
    refetchInterval: ({ state }) => (state.data === undefined ? false : REFRESH_MS),
  })

export const requestReview = (api: ApiClient, address: Address) =>
  api.call(checkWallet, { body: { address } })

export const flagAsSuspicious = (api: ApiClient, targetAddress: Address, reason: string) =>
  api.call(flagWallet, { body: { targetAddress, reason } })
