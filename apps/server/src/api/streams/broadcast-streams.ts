import { PassThrough, type Readable } from 'node:stream'
import { STREAM_HEARTBEAT_MS, STREAM_RETRY_MS } from '@app/api/schemas/stream/stream.ts'
import { formatRetry, HEARTBEAT_TEXT } from './sse.ts'
import type { StreamLimiter } from './stream-limiter.ts'

/** Open event streams, each with a topic that selects what it gets. */
export interface BroadcastStreams<Topic> {
  /** Opens a stream without earlier events. Throws `overloaded` when too many streams are open. */
  open(request: { client: string; topic: Topic }): Readable
  /** Sends the text of an event to every stream whose topic `isWanted` accepts. */
  send(text: string, isWanted: (topic: Topic) => boolean): void
  isEmpty(): boolean
  /** Ends every stream. */
  close(): void
}

interface Options {
  limiter: StreamLimiter
  /** Interval at which every stream gets a comment. */
  heartbeatMs?: number | undefined
}

/** A client with this many unsent bytes is disconnected; it reads what it missed when it reconnects. */
const MAX_UNSENT_BYTES = 256 * 1024

/** Creates event streams that all get the same events, by topic. */
export function createBroadcastStreams<Topic>({
  limiter,
  heartbeatMs = STREAM_HEARTBEAT_MS,
}: Options): BroadcastStreams<Topic> {
  const streams = new Map<PassThrough, Topic>()
  const send: BroadcastStreams<Topic>['send'] = (text, isWanted) => {
    for (const [stream, topic] of streams) if (isWanted(topic)) write(stream, text)
  }
  const timer = setInterval(() => send(HEARTBEAT_TEXT, () => true), heartbeatMs).unref()
  return {
    open: ({ client, topic }) => {
      const releaseSlot = limiter.acquire(client)
      const stream = new PassThrough()
      streams.set(stream, topic)
      stream.once('close', () => {
        streams.delete(stream)
        releaseSlot()
      })
      write(stream, formatRetry(STREAM_RETRY_MS))
      return stream
    },
    send,
    isEmpty: () => streams.size === 0,
    close: () => {
      clearInterval(timer)
      for (const stream of streams.keys()) stream.end()
    },
  }
}

function write(stream: PassThrough, text: string): void {
  if (stream.writableLength > MAX_UNSENT_BYTES) stream.destroy()
  else if (!stream.writableEnded) stream.write(text)
}
