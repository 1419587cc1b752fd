import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { WarningLog } from './create-pool.ts'

/**
 * `chain_advanced` carries a height, `score_changed` and `actions_changed` an address, `labels_changed`
 * a label sequence, `governance_changed` the number of a changed proposal or an address,
 * `history_changed` an address with a new entry in the agent's history, `notices_changed` nothing (the
 * agent has something that others must hear of), `deliveries_changed` nothing (an alert is to be sent),
 * `reports_changed` an address, `cases_changed` nothing (a case may have to grow).
 */
const CHANNELS = [
  'chain_advanced',
  'score_changed',
  'labels_changed',
  'actions_changed',
  'governance_changed',
  'history_changed',
  'notices_changed',
  'deliveries_changed',
  'reports_changed',
  'cases_changed',
] as const

export type NotificationChannel = (typeof CHANNELS)[number]

type Handler = (payload: string) => void

/** Notifications of PostgreSQL. They can be missed, so receivers must also poll. */
export interface Notifications {
  /** Subscribes, and returns the function that ends the subscription. */
  on(channel: NotificationChannel, handler: Handler): () => void
  /**
   * Creates a `wake` for `runStage`: resolves on a notification on one of `channels` (also one
   * received since the last wake), after `pollMs`, or when `signal` aborts.
   */
  wakeOn(options: {
    channels: readonly NotificationChannel[]
    pollMs: number
    signal: AbortSignal
  }): () => Promise<void>
  /** Returns the connection that listens, another object after each break; `null` while notifications are missed. */
  connection(): object | null
  close(): Promise<void>
}

const RECONNECT_MS = 1000

/** Listens on its own connection, and reconnects when it breaks. */
export async function createNotifications(
  databaseUrl: string,
  log: WarningLog,
): Promise<Notifications> {
  const handlers = new Map<NotificationChannel, Set<Handler>>(
    CHANNELS.map((channel) => [channel, new Set()]),
  )
  const connection = await listenWithReconnect(databaseUrl, log, (channel, payload) => {
    for (const handler of handlers.get(channel as NotificationChannel) ?? []) handler(payload)
  })
  const on: Notifications['on'] = (channel, handler) => {
    handlers.get(channel)?.add(handler)
    return () => handlers.get(channel)?.delete(handler)
  }
  return { ...connection, on, wakeOn: (options) => createWakeWaiter(on, options) }
}

function createWakeWaiter(
  on: Notifications['on'],
  {
    channels,
    pollMs,
    signal,
  }: { channels: readonly NotificationChannel[]; pollMs: number; signal: AbortSignal },
): () => Promise<void> {
  let isDue = false
  let waiting = new AbortController()
  const notice = () => {
    isDue = true
    waiting.abort()
  }
  const subscriptions = channels.map((channel) => on(channel, notice))
  signal.addEventListener('abort', () => {
    for (const end of subscriptions) end()
    notice()
  })
  return async () => {
    waiting = new AbortController()
    if (!isDue && !signal.aborted) {
      await delay(pollMs, undefined, { signal: waiting.signal }).catch(() => {})
    }
    isDue = false
  }
}

async function listenWithReconnect(
  databaseUrl: string,
  log: WarningLog,
  onNotice: (channel: string, payload: string) => void,
): Promise<Pick<Notifications, 'connection' | 'close'>> {
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let client: pg.Client | undefined
  let listening: pg.Client | null = null
  const connect = async () => {
    client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'dharma-guard listen',
    })
    client.on('notification', ({ channel, payload }) => onNotice(channel, payload ?? ''))
    client.on('error', (error) => log.warn({ err: error }, 'the listening connection broke'))
    client.on('end', scheduleReconnect)
    await client.connect()
    await client.query(CHANNELS.map((channel) => `listen ${channel}`).join(';'))
    listening = client
  }
  const scheduleReconnect = () => {
    listening = null
    if (isClosed) return
    timer = setTimeout(() => connect().catch(() => {}), RECONNECT_MS)
  }
  await connect()
  const close = async () => {
    isClosed = true
    clearTimeout(timer)
    await client?.end()
  }
  return { connection: () => listening, close }
}
