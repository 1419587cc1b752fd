import type { ApiClient } from '@app/api/client/client.ts'
import { getAgentHistory } from '@app/api/routes/agent.ts'
import type { Address } from '@app/values/address.ts'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { type AlertEntry, toAlertEntry } from './alert-entry.ts'

export const ALERTS_KEY = ['alerts'] as const

/** The latest alerts about one address, or about all. */
export interface AlertSelection {
  /** No request while it is null. */
  about: Address | 'all' | null
  limit: number
}

/** The selected alerts, newest first. */
export const alertsQuery = (api: ApiClient, { about, limit }: AlertSelection) =>
  queryOptions<AlertEntry[]>({
    queryKey: [...ALERTS_KEY, about, limit],
    queryFn:
      about === null
        ? skipToken
        : async ({ signal }) => {
            const query = { limit, ...(about !== 'all' && { address: about }) }
            const entries = await api.call(getAgentHistory, { query }, signal)
            return entries.filter((entry) => isAbout(about, entry.address)).map(toAlertEntry)
          },
  })

/** Returns whether an entry about `address` is selected. */
export const isAbout = (about: AlertSelection['about'], address: string): boolean =>
  about === 'all' || about === address
