import type { StreamTopic } from '@app/api/schemas/stream.ts'
import type { Address } from '@app/values/address.ts'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { isOutage } from '../outage/refresh.ts'
import { useConfig } from '../runtime-config.ts'
import { createLiveConnection, type LiveConnection } from './live-connection.ts'
import { CONNECTING, type UpdateMode } from './update-mode.ts'

const POLL_MS = 10_000

interface LiveUpdates {
  topic: StreamTopic
  /** Of a topic about one account. */
  address?: Address | null
  /** Nothing is followed while it is false. */
  isActive: boolean
  /** Receives the data of an event, by the name of the event. */
  onEvent: Readonly<Record<string, (data: unknown) => void>>
  /** Called every few seconds while the stream is interrupted. */
  onPoll: () => void
  /** Called each time the stream opens. */
  onOpen?: () => void
}

/** Applies the events of a topic while it is used, and polls while the stream is interrupted. */
export function useLiveUpdates({
  topic,
  address = null,
  isActive,
  ...on
}: LiveUpdates): UpdateMode {
  const connection = useLiveConnection()
  const mode = useUpdateMode()
  const applyEvent = useEffectEvent((name: string, event: unknown) => on.onEvent[name]?.(event))
  const applyOpening = useEffectEvent(() => on.onOpen?.())
  const poll = useEffectEvent(on.onPoll)
  useEffect(() => {
    if (!isActive) return
    return connection.subscribe({
      topic: address === null ? topic : `${topic}:${address}`,
      onEvent: (name, event) => applyEvent(name, event),
      onOpen: () => applyOpening(),
    })
  }, [connection, topic, address, isActive])
  const isPolling = isActive && mode.status !== 'live'
  useEffect(() => {
    if (!isPolling) return
    const timer = setInterval(() => poll(), POLL_MS)
    return () => clearInterval(timer)
  }, [isPolling])
  return mode
}

export function useUpdateMode(): UpdateMode {
  const { mode } = useLiveConnection()
  return useSyncExternalStore(mode.subscribe, mode.get, () => CONNECTING)
}

const connections = new Map<string, LiveConnection>()

function useLiveConnection(): LiveConnection {
  const { apiUrl } = useConfig()
  const connection = connections.get(apiUrl) ?? createLiveConnection(apiUrl)
  connections.set(apiUrl, connection)
  return connection
}

/**
 * Holds the connection of every page, also of one without live parts, and loads again what could not be loaded as soon
 * as the server is back.
 */
export function useRecovery(): void {
  const connection = useLiveConnection()
  const queryClient = useQueryClient()
  useEffect(
    () =>
      connection.subscribe({
        topic: null,
        onEvent: () => {},
        onOpen: () => void queryClient.refetchQueries({ type: 'active', predicate: hasFailed }),
      }),
    [connection, queryClient],
  )
}

const hasFailed = ({ state }: Query) => isOutage(state.error)
