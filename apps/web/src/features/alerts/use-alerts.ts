import { buildUrl } from '@app/api/client/build-url.ts'
import { streamAlerts } from '@app/api/routes/alerts.ts'
import type { AgentHistoryEntry } from '@app/api/schemas/agent.ts'
import { ALERT_EVENT, AlertEventSchema } from '@app/api/schemas/stream.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'typebox/value'
import { useApi } from '../../lib/api.ts'
import type { UpdateMode } from '../../lib/live/subscribe-to-events.ts'
import { useLiveUpdates } from '../../lib/live/use-live-updates.ts'
import { type Alert, mergeAlert, toAlert } from './alert.ts'
import { type AlertSelection, alertsQuery, isAbout } from './queries.ts'

interface LiveAlerts {
  /** Newest first; undefined until they are loaded. */
  alerts: readonly Alert[] | undefined
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
    stream: streamAlerts,
    path: isLoaded ? buildUrl(streamAlerts, toStreamInput(about)) : null,
    onEvent: {
      [ALERT_EVENT]: (event) => {
        if (!Check(AlertEventSchema, event) || !isAbout(about, event.data.address)) return
        addEntry(event.data)
        onChange?.()
      },
    },
    onPoll: () => {
      reload()
      onChange?.()
    },
    onOpen: reload,
  })
  return { alerts: data, error, updateMode }
}

const toStreamInput = (about: NonNullable<AlertSelection['about']>) =>
  about === 'all' ? {} : { query: { address: about } }

function useAlertCache(queryKey: readonly unknown[], { limit }: AlertSelection) {
  const queryClient = useQueryClient()
  const reload = () => void queryClient.invalidateQueries({ queryKey })
  const addEntry = (entry: AgentHistoryEntry) => {
    // A list that is being loaded may lack the entry and would replace the merged one.
    if (queryClient.isFetching({ queryKey }) > 0) reload()
    else {
      queryClient.setQueryData<Alert[]>(
        queryKey,
        (alerts) => alerts && mergeAlert(alerts, toAlert(entry), limit),
      )
    }
  }
  return { addEntry, reload }
}
