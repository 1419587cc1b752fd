import { PassThrough, type Readable } from 'node:stream'
import { STREAM_HEARTBEAT_MS, STREAM_RETRY_MS } from '@app/api/schemas/stream.ts'
import type { Notifications } from '../../db/notifications.ts'
import { coalesceByKey } from './coalesce-by-key.ts'
import { formatRetry, HEARTBEAT_TEXT } from './sse.ts'
import type { StreamLimiter } from './stream-limiter.ts'

export interface ProposalStreams {
  /**
   * Opens a stream of the changes of all proposals, without those before. Throws `overloaded` when
   * too many streams are open.
   */
  open(client: string): Readable
  /** Ends every stream. */
  close(): void
}

interface Options {
  /**
   * Returns the events of the proposals that a change concerns: the number of a proposal, or the
   * address of targets.
   */
  readEvents(subject: string): Promise<string[]>
  notifications: Pick<Notifications, 'on'>
  limiter: StreamLimiter
  heartbeatMs?: number
  onError: (error: unknown) => void
}

/** A client with this many unsent bytes is disconnected; it reads the list when it reconnects. */
const MAX_UNSENT_BYTES = 256 * 1024

/** Creates the event streams of proposals of this process. */
export function createProposalStreams(options: Options): ProposalStreams {
  const { readEvents, notifications, limiter, onError } = options
  const streams = new Set<PassThrough>()
  const sendToAll = (text: string) => {
    for (const stream of streams) send(stream, text)
  }
  const sendChange = coalesceByKey(async (subject: string) => {
    for (const text of await readEvents(subject)) sendToAll(text)
  }, onError)
  const unsubscribe = notifications.on('governance_changed', (subject) => {
    if (streams.size > 0) void sendChange(subject)
  })
  const heartbeatMs = options.heartbeatMs ?? STREAM_HEARTBEAT_MS
  const timer = setInterval(() => sendToAll(HEARTBEAT_TEXT), heartbeatMs).unref()
  return {
    open: (client) => {
      const releaseSlot = limiter.acquire(client)
      const stream = new PassThrough()
      streams.add(stream)
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
      for (const stream of streams) stream.end()
    },
  }
}

function send(stream: PassThrough, text: string): void {
  if (stream.writableLength > MAX_UNSENT_BYTES) stream.destroy()
  else if (!stream.writableEnded) stream.write(text)
}
