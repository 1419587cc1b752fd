import type { ApiClient } from '@app/api/client/client.ts'
import { flagWallet } from '@app/api/routes/actions.ts'
import { checkWallet } from '@app/api/routes/agent.ts'
import type { Address } from '@app/values/address.ts'

export const requestReview = (api: ApiClient, address: Address) =>
  api.call(checkWallet, { body: { address } })

export const flagAsSuspicious = (api: ApiClient, targetAddress: Address, reason: string) =>
  api.call(flagWallet, { body: { targetAddress, reason } })
