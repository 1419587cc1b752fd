import type { ApiClient } from '@app/api/client/client.ts'
import { getAgentHistory } from '@app/api/routes/agent.ts'
import type { AgentHistoryEntry } from '@app/api/schemas/agent.ts'
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

export interface Alerts {
  alerts: readonly AlertEntry[]
  /** Reports without a signature: the latest that the API lists without a limit. */
  unverified: readonly AlertEntry[]
}

/** The selected alerts, and unverified reports apart from them; newest first. */
export const alertsQuery = (api: ApiClient, { about, limit }: AlertSelection) =>
  queryOptions<Alerts>({
    queryKey: [...ALERTS_KEY, about, limit],
    queryFn:
      about === null
        ? skipToken
        : async ({ signal }) => {
            const read = async (reports: 'excluded' | 'only') => {
              const count = reports === 'excluded' ? { limit } : {}
              const query = { ...count, ...(about !== 'all' && { address: about }), reports }
              const entries = await api.call(getAgentHistory, { query }, signal)
              return entries
                .filter((entry) => isAbout(about, entry.address))
                .filter((entry) => isUnverified(entry) === (reports === 'only'))
                .map(toAlertEntry)
            }
            const [alerts, unverified] = await Promise.all([read('excluded'), read('only')])
            return { alerts, unverified }
          },
  })

/** Whether an entry is a report without a signature, or its withdrawal. */
export const isUnverified = ({ isReport, success, txId }: AgentHistoryEntry): boolean =>
  isReport === true && success && txId === undefined

/** Returns whether an entry about `address` is selected. */
export const isAbout = (about: AlertSelection['about'], address: string): boolean =>
  about === 'all' || about === address
