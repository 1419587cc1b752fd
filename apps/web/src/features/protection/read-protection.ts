import type { ApiClient } from '@app/api/client/client.ts'
import { flagWallet, withdrawFlag } from '@app/api/routes/actions.ts'
import { checkWallet, getWatchReasons, listClearances } from '@app/api/routes/agent.ts'
import type { WalletSignature } from '@app/api/schemas/proposal.ts'
import type { Address } from '@app/values/address.ts'
import { queryOptions } from '@tanstack/react-query'
import { PROTECTION_KEY } from '../../lib/query-keys.ts'

export const watchReasonsQuery = (api: ApiClient, address: Address) =>
  queryOptions({
    queryKey: [...PROTECTION_KEY, address, 'watched'],
    queryFn: ({ signal }) => api.call(getWatchReasons, { params: { address } }, signal),
  })

export const clearancesQuery = (api: ApiClient, address: Address) =>
  queryOptions({
    queryKey: [...PROTECTION_KEY, address, 'clearances'],
    queryFn: ({ signal }) => api.call(listClearances, { params: { address } }, signal),
  })

export const requestReview = (api: ApiClient, address: Address) =>
  api.call(checkWallet, { body: { address } })

/** The signature of the connected wallet; without one a flag is the report of the wallet that is logged in, or of a visitor. */
type OptionalSignature = WalletSignature | undefined

export const submitFlag = (
  api: ApiClient,
  flag: { targetAddress: Address; reason: string },
  wallet: OptionalSignature,
) => api.call(flagWallet, { body: { ...flag, ...(wallet && { wallet }) } })

export const submitWithdrawal = (
  api: ApiClient,
  targetAddress: Address,
  wallet: OptionalSignature,
) => api.call(withdrawFlag, { body: { targetAddress, ...(wallet && { wallet }) } })
