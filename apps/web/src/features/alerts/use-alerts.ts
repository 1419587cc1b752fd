import type { ApiClient } from '@app/api/client/client.ts'
import { readAs } from '@app/api/client/read-as.ts'
import { getAgentHistory } from '@app/api/routes/agent.ts'
import type { AgentHistoryEntry } from '@app/api/schemas/agent.ts'
import { ALERT_EVENT, AlertEventSchema } from '@app/api/schemas/stream.ts'
import type { Address } from '@app/values/address.ts'
import { HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { putNewerAnswer } from '../../lib/live/put-newer-answer.ts'
import type { UpdateMode } from '../../lib/live/update-mode.ts'
import { useLiveUpdates } from '../../lib/live/use-live-updates.ts'
import { type AlertEntry, mergeAlert, toAlertEntry } from './alert-entry.ts'

export const ALERTS_KEY = ['alerts'] as const

/** The latest alerts about one address, or about all. */
interface AlertSelection {
  /** No request while it is null. */
  about: Address | 'all' | null
  limit: number
}

export interface Alerts {
  alerts: readonly AlertEntry[]
  /** Reports without a signature: the latest that the API lists without a limit. */
  unverified: readonly AlertEntry[]
}

interface LiveAlerts {
  /** Undefined until they are loaded. */
  data: Alerts | undefined
  error: Error | null
  updateMode: UpdateMode
}

/**
 * Loads the selected alerts and keeps them up to date: by server-sent events, and by polling while the stream is
 * interrupted. `onChange` is called when there may be new ones.
 */
export function useAlerts(selection: AlertSelection, onChange?: () => void): LiveAlerts {
  const { about } = selection
  const query = alertsQuery(useApi(), selection)
  const { data, error } = useQuery(query)
  const { addEntry, reload } = useAlertCache(query.queryKey, selection)
  const isLoaded = data !== undefined && about !== null
  const updateMode = useLiveUpdates({
    ...(about === 'all' ? { topic: 'all_alerts' } : { topic: 'alerts', address: about }),
    isActive: isLoaded,
    onEvent: {
      [ALERT_EVENT]: (event) => {
        const entry = readAs(AlertEventSchema, event)?.data
        if (!entry || !isAbout(about, entry.address)) return
        addEntry(entry)
        onChange?.()
      },
    },
    onPoll: () => {
      reload()
      onChange?.()
    },
    onOpen: reload,
  })
  return { data, error, updateMode }
}

function useAlertCache(queryKey: readonly unknown[], { limit }: AlertSelection) {
  const queryClient = useQueryClient()
  const reload = () => void queryClient.invalidateQueries({ queryKey })
  const addEntry = (entry: AgentHistoryEntry) => {
    const [list, length] = isUnverified(entry)
      ? (['unverified', HISTORY_LIMIT_DEFAULT] as const)
      : (['alerts', limit] as const)
    putNewerAnswer<Alerts>(
      queryClient,
      queryKey,
      (data) => data && { ...data, [list]: mergeAlert(data[list], toAlertEntry(entry), length) },
    )
  }
  return { addEntry, reload }
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
const isUnverified = ({ isReport, success, txId }: AgentHistoryEntry): boolean =>
  isReport === true && success && txId === undefined

/** Returns whether an entry about `address` is selected. */
const isAbout = (about: AlertSelection['about'], address: string): boolean =>
  about === 'all' || about === address
