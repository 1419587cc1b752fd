import type { Route } from '@app/api/routes/route.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useConfig } from '../config/config-context.ts'
import { subscribeToEvents, type UpdateMode } from './subscribe-to-events.ts'

/** Polling interval while the stream is interrupted. */
const POLL_MS = 10_000

interface LiveUpdates {
  stream: Pick<Route, 'method' | 'url'>
  /** Path of the stream with its parameters; nothing is requested while it is null. */
  path: string | null
  /** Receives the data of an event, by the name of the event. */
  onEvent: Readonly<Record<string, (data: unknown) => void>>
  /** Called every few seconds while the stream is interrupted. */
  onPoll: () => void
  /** Called each time the stream opens. */
  onOpen?: () => void
}

/** Applies the events of a stream while it is used, and polls while the stream is interrupted. */
export function useLiveUpdates({ stream, path, ...on }: LiveUpdates): UpdateMode {
  const { apiUrl } = useConfig()
  const [updateMode, setUpdateMode] = useState<UpdateMode>('polling')
  const applyEvent = useEffectEvent((name: string, data: unknown) => on.onEvent[name]?.(data))
  const poll = useEffectEvent(on.onPoll)
  const changeUpdateMode = useEffectEvent((mode: UpdateMode) => {
    setUpdateMode(mode)
    if (mode === 'live') on.onOpen?.()
  })
  const events = Object.keys(on.onEvent).join()
  const route = `${stream.method} ${stream.url}`
  useEffect(() => {
    if (path === null) return
    return subscribeToEvents(apiUrl + path, {
      route,
      events: events.split(','),
      onEvent: applyEvent,
      onUpdateMode: changeUpdateMode,
    })
  }, [path, apiUrl, route, events])
  useEffect(() => {
    if (path === null || updateMode === 'live') return
    const timer = setInterval(() => poll(), POLL_MS)
    return () => clearInterval(timer)
  }, [path, updateMode])
  return updateMode
}
