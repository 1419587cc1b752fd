import type { Readable } from 'node:stream'
import { WALLET_EVENT } from '@app/api/schemas/stream/stream.ts'
import type { WalletScore } from '@app/api/schemas/wallets.ts'
import { type Address, parseAddress } from '@app/values/address.ts'
import type { Notifications } from '../../db/notifications.ts'
import { createBroadcastStreams } from './broadcast-streams.ts'
import { coalesceByKey } from './coalesce-by-key.ts'
import { formatEvent } from './sse.ts'
import type { StreamLimiter } from './stream-limiter.ts'

export interface WalletStreams {
  /** Opens a stream of new scores of all wallets. Throws `overloaded` when too many streams are open. */
  open(client: string): Readable
  /** Ends every stream. */
  close(): void
}

interface Options {
  readScore(address: Address): Promise<WalletScore | null>
  notifications: Pick<Notifications, 'on'>
  limiter: StreamLimiter
  heartbeatMs?: number
  onError: (error: unknown) => void
}

/** Creates the event streams of the scores of all wallets. Reads nothing while none is open. */
export function createWalletStreams(options: Options): WalletStreams {
  const { readScore, notifications, onError } = options
  const streams = createBroadcastStreams<null>(options)
  const sendScore = coalesceByKey(async (address: Address) => {
    const data = await readScore(address)
    if (data !== null)
      streams.send(formatEvent({ event: WALLET_EVENT, data: { data } }), () => true)
  }, onError)
  const unsubscribe = notifications.on('score_changed', (payload) => {
    const address = parseAddress(payload)
    if (address !== null && !streams.isEmpty()) void sendScore(address)
  })
  return {
    open: (client) => streams.open({ client, topic: null }),
    close: () => {
      unsubscribe()
      streams.close()
    },
  }
}
