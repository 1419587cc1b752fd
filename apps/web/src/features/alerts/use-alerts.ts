import { readAs } from '@app/api/client/read-as.ts'
import type { AgentHistoryEntry } from '@app/api/schemas/agent.ts'
import { ALERT_EVENT, AlertEventSchema } from '@app/api/schemas/stream.ts'
import { HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import type { UpdateMode } from '../../lib/live/update-mode.ts'
import { useLiveUpdates } from '../../lib/live/use-live-updates.ts'
import { mergeAlert, toAlertEntry } from './alert-entry.ts'
import {
  type AlertSelection,
  type Alerts,
  alertsQuery,
  isAbout,
  isUnverified,
} from './read-alerts.ts'

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
    // A list that is being loaded may lack the entry and would replace the merged one.
    if (queryClient.isFetching({ queryKey }) > 0) reload()
    else {
      const [list, length] = isUnverified(entry)
        ? (['unverified', HISTORY_LIMIT_DEFAULT] as const)
        : (['alerts', limit] as const)
      queryClient.setQueryData<Alerts>(
        queryKey,
        (data) => data && { ...data, [list]: mergeAlert(data[list], toAlertEntry(entry), length) },
      )
    }
  }
  return { addEntry, reload }
}
