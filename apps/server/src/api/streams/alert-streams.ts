import { PassThrough, type Readable } from 'node:stream'
import type { AgentHistoryEntry } from '@app/api/schemas/agent.ts'
import { ALERT_EVENT, STREAM_HEARTBEAT_MS, STREAM_RETRY_MS } from '@app/api/schemas/stream.ts'
import { type Address, parseAddress } from '@app/values/address.ts'
import type { Notifications } from '../../db/notifications.ts'
import { coalesceByKey } from './coalesce-by-key.ts'
import { formatEvent, formatRetry, HEARTBEAT_TEXT } from './sse.ts'
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

/** A client with this many unsent bytes is disconnected; it reads the history when it reconnects. */
const MAX_UNSENT_BYTES = 256 * 1024

/** Creates the event streams of the agent's history of this process. */
export function createAlertStreams(options: Options): AlertStreams {
  const { takeNewEntries, notifications, limiter, onError } = options
  /** The address that a stream is about; `null` for all. */
  const streams = new Map<PassThrough, Address | null>()
  const sendNew = coalesceByKey(async (address: Address) => {
    for (const data of await takeNewEntries(address)) {
      const text = formatEvent({ event: ALERT_EVENT, data: { data } })
      for (const [stream, wanted] of streams) {
        if (wanted === null || wanted === address) send(stream, text)
      }
    }
  }, onError)
  // Also without open streams: the next one begins with what is new then.
  const unsubscribe = notifications.on('history_changed', (payload) => {
    const address = parseAddress(payload)
    if (address !== null) void sendNew(address)
  })
  const sendHeartbeats = () => {
    for (const stream of streams.keys()) send(stream, HEARTBEAT_TEXT)
  }
  const timer = setInterval(sendHeartbeats, options.heartbeatMs ?? STREAM_HEARTBEAT_MS).unref()
  return {
    open: ({ client, address }) => {
      const releaseSlot = limiter.acquire(client)
      const stream = new PassThrough()
      streams.set(stream, address)
      stream.once('close', () => {
        streams.delete(stream)
        releaseSlot()
      })
      send(stream, formatRetry(STREAM_RETRY_MS))
      return stream
    },
    close: () => {
      clearInterval(timer)
      unsubscribe()
      for (const stream of streams.keys()) stream.end()
    },
  }
}

function send(stream: PassThrough, text: string): void {
  if (stream.writableLength > MAX_UNSENT_BYTES) stream.destroy()
  else if (!stream.writableEnded) stream.write(text)
}
