import type { Readable } from 'node:stream'
import type { Notifications } from '../../db/notifications.ts'
import { createBroadcastStreams } from './broadcast-streams.ts'
import { coalesceByKey } from './coalesce-by-key.ts'
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

/** Creates the event streams of proposals of this process. */
export function createProposalStreams(options: Options): ProposalStreams {
  const { readEvents, notifications, onError } = options
  const streams = createBroadcastStreams<null>(options)
  const sendChange = async (subject: string) => {
    for (const text of await readEvents(subject)) streams.send(text, () => true)
  }
  const changed = new Set<string>()
  // One after the other: what was read before a change is not sent after what was read since.
  const sendChanges = coalesceByKey(async (_: 'all') => {
    const subjects = [...changed]
    changed.clear()
    for (const subject of subjects) await sendChange(subject).catch(onError)
  }, onError)
  const unsubscribe = notifications.on('governance_changed', (subject) => {
    if (streams.isEmpty()) return
    changed.add(subject)
    void sendChanges('all')
  })
  return {
    open: (client) => streams.open({ client, topic: null }),
    close: () => {
      unsubscribe()
      streams.close()
    },
  }
}
