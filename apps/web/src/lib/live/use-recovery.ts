import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isOutage } from '../outage/refresh.ts'
import { useLiveConnection } from './use-live-updates.ts'

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
        topics: [],
        address: null,
        onEvent: () => {},
        onOpen: () => void queryClient.refetchQueries({ type: 'active', predicate: hasFailed }),
      }),
    [connection, queryClient],
  )
}

const hasFailed = ({ state }: Query) => isOutage(state.error)
