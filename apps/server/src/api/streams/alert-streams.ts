import type { Readable } from 'node:stream'
import type { AgentHistoryEntry } from '@app/api/schemas/agent.ts'
import { ALERT_EVENT } from '@app/api/schemas/stream/stream.ts'
import { type Address, parseAddress } from '@app/values/address.ts'
import type { Notifications } from '../../db/notifications.ts'
import { createBroadcastStreams } from './broadcast-streams.ts'
import { coalesceByKey } from './coalesce-by-key.ts'
import { formatEvent } from './sse.ts'
import type { StreamLimiter } from './stream-limiter.ts'

export interface AlertStreams {
  /**
   * Opens a stream of the new entries of the agent's history, of one address or of all (`null`). Throws
   * `overloaded` when too many streams are open.
   */
  open(request: { client: string; address: Address | null }): Readable
  /** Ends every stream. */
  close(): void
}

interface Options {
  /** Returns the entries about an address that were not returned before, the oldest first. */
  takeNewEntries(address: Address): Promise<AgentHistoryEntry[]>
  notifications: Pick<Notifications, 'on'>
  limiter: StreamLimiter
  heartbeatMs?: number
  onError: (error: unknown) => void
}

/** Creates the event streams of the agent's history of this process. */
export function createAlertStreams(options: Options): AlertStreams {
  const { takeNewEntries, notifications, onError } = options
  /** The topic is the address that a stream is about; `null` for all. */
  const streams = createBroadcastStreams<Address | null>(options)
  const sendNew = coalesceByKey(async (address: Address) => {
    for (const data of await takeNewEntries(address)) {
      const text = formatEvent({ event: ALERT_EVENT, data: { data } })
      streams.send(text, (topic) => topic === null || topic === address)
    }
  }, onError)
  // Also without open streams: the next one begins with what is new then.
  const unsubscribe = notifications.on('history_changed', (payload) => {
    const address = parseAddress(payload)
    if (address !== null) void sendNew(address)
  })
  return {
    open: ({ client, address }) => streams.open({ client, topic: address }),
    close: () => {
      unsubscribe()
      streams.close()
    },
  }
}
