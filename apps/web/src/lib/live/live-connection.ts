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
  type StreamTopic,
  WALLET_EVENT,
} from '@app/api/schemas/stream.ts'
import type { Address } from '@app/values/address.ts'
import { recordBlockTime } from '../chain-clock.ts'
import { getLastAnswerMs, recordAnswer } from '../outage/server-answers.ts'
import { reportFailure } from '../report-failure.ts'
import { CONNECTING, type StreamHealth, toUpdateStatus, type UpdateMode } from './update-mode.ts'

/** What a part of the page follows. */
export interface LiveSubscription {
  topics: readonly StreamTopic[]
  /** Of the topics about one account. */
  address: Address | null
  onEvent(name: string, event: unknown): void
  /** Called each time the stream of these topics opens. */
  onOpen(): void
}

/** The connection over which all parts of a page get their events. */
export interface LiveConnection {
  /** Returns a function that unsubscribes. */
  subscribe(subscription: LiveSubscription): () => void
  getMode(): UpdateMode
  onModeChange(listener: () => void): () => void
}

const EVENTS = [SCORE_EVENT, ACTION_EVENT, ALERT_EVENT, PROPOSAL_EVENT, WALLET_EVENT]

/** Parts of a page that appear within this time share a connection from the start. */
const PLAN_DELAY_MS = 100

/** A page without topics has time: first it loads. */
const IDLE_PLAN_DELAY_MS = 2_000

const CHECK_MS = 1_000

/** Creates the connection of a page with the API at `apiUrl`; it is open while there are subscriptions. */
export function createLiveConnection(apiUrl: string): LiveConnection {
  const subscriptions = new Set<LiveSubscription>()
  const mode = createModeStore()
  const open = new Map<string, { plan: PlannedStream; close(): void }>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const openPlanned = (first: PlannedStream) => {
    const list = () => open.get(first.path)?.plan.subscriptions ?? first.subscriptions
    const close = openStream(apiUrl + first.path, {
      events: EVENTS,
      onInterruption: () => mode.setHealth('interrupted'),
      onOpen: () => {
        mode.setHealth('open')
        for (const { onOpen } of list()) onOpen()
      },
      onEvent: (name, event) => {
        if (name === STATE_EVENT) mode.setState(readAs(StateEventSchema, event)?.data ?? {})
        else for (const { onEvent } of list()) onEvent(name, event)
      },
    })
    open.set(first.path, { plan: first, close })
  }

  const applyPlan = () => {
    const planned = planStreams([...subscriptions])
    const paths = new Set(planned.map(({ path }) => path))
    for (const plan of planned) {
      const running = open.get(plan.path)
      if (running === undefined) openPlanned(plan)
      else catchUp(running, plan)
    }
    for (const [path, { close }] of open) {
      if (paths.has(path)) continue
      close()
      open.delete(path)
    }
  }

  const schedule = () => {
    clearTimeout(timer)
    const hasTopics = [...subscriptions].some(({ topics }) => topics.length > 0)
    const isFirst = open.size === 0
    timer = setTimeout(applyPlan, isFirst && !hasTopics ? IDLE_PLAN_DELAY_MS : PLAN_DELAY_MS)
  }

  return {
    subscribe: (subscription) => {
      mode.start()
      subscriptions.add(subscription)
      schedule()
      return () => {
        subscriptions.delete(subscription)
        schedule()
      }
    },
    getMode: mode.get,
    onModeChange: mode.subscribe,
  }
}

/** Tells the parts that join an open stream that it is open. */
function catchUp(running: { plan: PlannedStream }, plan: PlannedStream): void {
  const before = new Set(running.plan.subscriptions)
  running.plan = plan
  for (const one of plan.subscriptions) if (!before.has(one)) one.onOpen()
}

interface PlannedStream {
  /** Path and query of the stream. */
  path: string
  subscriptions: readonly LiveSubscription[]
}

/**
 * Groups subscriptions into as few streams as possible: one, unless they are about several accounts. What is about no
 * account joins the first of them.
 */
export function planStreams(subscriptions: readonly LiveSubscription[]): PlannedStream[] {
  const addresses = new Set(subscriptions.flatMap(({ address }) => address ?? []))
  const [first = null] = addresses
  const groups = Map.groupBy(subscriptions, ({ address }) => address ?? first)
  return [...groups.values()].map((group) => ({
    path: buildPath(group),
    subscriptions: group,
  }))
}

function buildPath(group: readonly LiveSubscription[]): string {
  const topics = group.flatMap(({ topics: own, address }) =>
    own.map((topic) => (address === null ? topic : `${topic}:${address}`)),
  )
  const query = topics.length === 0 ? '' : `?topics=${[...new Set(topics)].sort().join()}`
  return PAGE_STREAM_URL + query
}

function createModeStore() {
  const listeners = new Set<() => void>()
  let mode = CONNECTING
  let isStarted = false
  let health: StreamHealth = 'connecting'
  const update = (degraded = mode.degraded) => {
    const times = { nowMs: Date.now(), lastAnswerMs: getLastAnswerMs() }
    const next = { ...toUpdateStatus(health, times), degraded }
    if (JSON.stringify(next) === JSON.stringify(mode)) return
    mode = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => mode,
    /** Begins to look at the time; not while a page is rendered on the server. */
    start: () => {
      if (isStarted) return
      isStarted = true
      setInterval(update, CHECK_MS)
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
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
  /** Names of the events to receive. */
  events: readonly string[]
  onEvent(name: string, event: unknown): void
  onOpen(): void
  onInterruption(): void
}

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
  const [silence, retry] = [createTimer(), createTimer()]
  const reopen = () => {
    source.close()
    silence.clear()
    if (failures === 0) reportFailure('GET /v1/stream was interrupted', url)
    retry.set(open, RETRY_MS[failures] ?? RETRY_MS.at(-1))
    failures += 1
    listener.onInterruption()
  }
  const notice = () => {
    recordAnswer()
    silence.set(reopen, SILENCE_MS)
  }
  const open = () => {
    source = new EventSource(url)
    source.onerror = reopen
    source.onopen = () => {
      failures = 0
      notice()
      listener.onOpen()
    }
    for (const name of [STATE_EVENT, ...listener.events]) {
      source.addEventListener(name, ({ data }) => {
        notice()
        listener.onEvent(name, JSON.parse(data))
      })
    }
  }
  open()
  return () => {
    retry.clear()
    silence.clear()
    source.close()
  }
}

function createTimer() {
  let timer: ReturnType<typeof setTimeout> | undefined
  const clear = () => clearTimeout(timer)
  return {
    clear,
    /** Replaces what the timer would do. */
    set: (callback: () => void, delayMs: number | undefined) => {
      clear()
      timer = setTimeout(callback, delayMs)
    },
  }
}
