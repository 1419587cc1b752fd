import { readAs } from '@app/api/client/read-as.ts'
import type { Meta } from '@app/api/schemas/envelope.ts'
import {
  ACTION_EVENT,
  ALERT_EVENT,
  PAGE_STREAM_URL,
  PROPOSAL_EVENT,
  SCORE_EVENT,
  STATE_EVENT,
  STATE_INTERVAL_MS,
  StateEventSchema,
  WALLET_EVENT,
} from '@app/api/schemas/stream.ts'
import { recordBlockTime } from '../chain-clock.ts'
import { getLastAnswerMs, recordAnswer } from '../outage/server-answers.ts'
import { reportFailure } from '../report-failure.ts'
import { createStore, type Store } from '../store.ts'
import { CONNECTING, type StreamHealth, toUpdateStatus, type UpdateMode } from './update-mode.ts'

export interface LiveSubscription {
  /** Such as 'proposals' or 'score:0x…'; null for the state of the server alone. */
  topic: string | null
  onEvent(name: string, event: unknown): void
  /** Called each time the stream with this topic opens. */
  onOpen(): void
}

export interface LiveConnection {
  /** Returns a function that unsubscribes. */
  subscribe(subscription: LiveSubscription): () => void
  mode: Pick<Store<UpdateMode>, 'get' | 'subscribe'>
}

/** Parts of a page that appear within this time share a connection from the start. */
const PLAN_DELAY_MS = 100

/** A page without topics has time: first it loads. */
const IDLE_PLAN_DELAY_MS = 2_000

/** Creates the connection of a page with the API at `apiUrl`; it is open while there are subscriptions. */
export function createLiveConnection(apiUrl: string): LiveConnection {
  const subscriptions = new Set<LiveSubscription>()
  /** Those that the open stream does not know of yet. */
  const joined = new Set<LiveSubscription>()
  const mode = createModeStore()
  let stream: { path: string; close(): void } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const open = (path: string) =>
    openStream(apiUrl + path, {
      onInterruption: () => mode.setHealth('interrupted'),
      onOpen: () => {
        mode.setHealth('open')
        for (const { onOpen } of subscriptions) onOpen()
      },
      onEvent: (name, event) => {
        if (name === STATE_EVENT) mode.setState(readAs(StateEventSchema, event)?.data ?? {})
        else for (const { onEvent } of subscriptions) onEvent(name, event)
      },
    })

  const follow = () => {
    const path = buildStreamPath([...subscriptions])
    if (path === stream?.path) {
      for (const { onOpen } of joined) onOpen()
    } else {
      stream?.close()
      stream = path === undefined ? undefined : { path, close: open(path) }
    }
    joined.clear()
  }

  const schedule = () => {
    clearTimeout(timer)
    const isIdle = stream === undefined && [...subscriptions].every(({ topic }) => topic === null)
    timer = setTimeout(follow, isIdle ? IDLE_PLAN_DELAY_MS : PLAN_DELAY_MS)
  }

  return {
    subscribe: (subscription) => {
      mode.start()
      subscriptions.add(subscription)
      joined.add(subscription)
      schedule()
      return () => {
        subscriptions.delete(subscription)
        joined.delete(subscription)
        schedule()
      }
    },
    mode: mode.store,
  }
}

/** Returns path and query of the stream with all topics, whatever their order; undefined without subscriptions. */
export function buildStreamPath(subscriptions: readonly LiveSubscription[]): string | undefined {
  if (subscriptions.length === 0) return undefined
  const topics = new Set(subscriptions.flatMap(({ topic }) => topic ?? []))
  return PAGE_STREAM_URL + (topics.size === 0 ? '' : `?topics=${[...topics].sort().join()}`)
}

const CHECK_MS = 1_000

function createModeStore() {
  const store = createStore(CONNECTING)
  let isStarted = false
  let health: StreamHealth = 'connecting'
  const update = (degraded = store.get().degraded) => {
    const times = { nowMs: Date.now(), lastAnswerMs: getLastAnswerMs() }
    const next = { ...toUpdateStatus(health, times), degraded }
    if (JSON.stringify(next) !== JSON.stringify(store.get())) store.set(next)
  }
  return {
    store,
    /** Begins to look at the time; not while a page is rendered on the server. */
    start: () => {
      if (!isStarted) setInterval(update, CHECK_MS)
      isStarted = true
    },
    setHealth: (value: StreamHealth) => {
      health = value
      update()
    },
    setState: ({ latestBlock, degraded = [] }: Meta) => {
      if (latestBlock) recordBlockTime(latestBlock.timeMs)
      update(degraded)
    },
  }
}

interface StreamListener {
  onEvent(name: string, event: unknown): void
  onOpen(): void
  onInterruption(): void
}

const EVENTS = [STATE_EVENT, SCORE_EVENT, ACTION_EVENT, ALERT_EVENT, PROPOSAL_EVENT, WALLET_EVENT]

/** An open connection that is silent for so long is dead: the server sends its state more often. */
const SILENCE_MS = 3 * STATE_INTERVAL_MS

/** Delays before the stream is opened again: the first, the second, …; the last one from then on. */
const RETRY_MS = [500, 1_000, 2_000, 4_000, 8_000]

/**
 * Opens a stream of server-sent events, again with growing delays whenever it breaks or falls silent, which is logged
 * once each time. Returns a function that closes it.
 */
function openStream(url: string, listener: StreamListener): () => void {
  let source: EventSource
  let failures = 0
  /** Of the end of its silence while it is open, else of the next try. */
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (callback: () => void, delayMs = SILENCE_MS) => {
    clearTimeout(timer)
    timer = setTimeout(callback, delayMs)
  }
  const reopen = () => {
    source.close()
    if (failures === 0) reportFailure('GET /v1/stream was interrupted', url)
    wait(open, RETRY_MS[failures] ?? RETRY_MS.at(-1))
    failures += 1
    listener.onInterruption()
  }
  const notice = () => {
    recordAnswer()
    wait(reopen)
  }
  const open = () => {
    source = new EventSource(url)
    source.onerror = reopen
    source.onopen = () => {
      failures = 0
      notice()
      listener.onOpen()
    }
    for (const name of EVENTS) {
      source.addEventListener(name, ({ data }) => {
        notice()
        listener.onEvent(name, JSON.parse(data))
      })
    }
  }
  open()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}
