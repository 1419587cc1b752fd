import { setTimeout as delay } from 'node:timers/promises'
import { FatalError, RetryableError } from '@app/values/errors.ts'
import { type Lock, tryWithAdvisoryLock } from '../db/locks.ts'
import type { NotificationChannel, Notifications } from '../db/notifications.ts'
import type { Context } from './context.ts'
import type { Logger } from './log.ts'

/** A unit of repeated work. A step is bounded in time and leaves a consistent state. */
export interface Stage {
  name: string
  /** `more`: call again at once. `idle`: nothing to do until something changes. */
  step(): Promise<'more' | 'idle'>
}

/** A stage with its wake-up conditions: a notification on a channel, or an interval. */
export interface ScheduledStage {
  stage: Stage
  channels: readonly NotificationChannel[]
  pollMs: number
}

/**
 * Creates a stage of which one process at a time executes a step, holding the advisory lock; in the others it is idle
 * meanwhile.
 */
export function createLockedStage(
  { pool }: Pick<Context, 'pool'>,
  { name, lock, step }: Stage & { lock: Lock },
): Stage {
  return { name, step: async () => (await tryWithAdvisoryLock(pool, lock, step)) ?? 'idle' }
}

/**
 * Wraps a stage so that its steps never overlap: `runUntilIdle` in a test then waits for the step
 * of a running loop.
 */
export function withoutOverlappingSteps(stage: Stage): Stage {
  let lastStep: Promise<unknown> = Promise.resolve()
  return {
    name: stage.name,
    step: () => {
      const step = lastStep.then(() => stage.step())
      lastStep = step.catch(() => {})
      return step
    },
  }
}

export interface StageState {
  name: string
  status: 'running' | 'idle' | 'retrying' | 'failed' | 'stopped'
  problem: string | null
}

interface RunOptions {
  signal: AbortSignal
  /** Resolves when the next step should run: on a notification, after the polling interval, or when `signal` aborts. */
  wake: () => Promise<void>
  log: Pick<Logger, 'warn' | 'error'>
  onState?: (state: StageState) => void
  /** Milliseconds before the first retry; doubles up to a minute, with jitter. */
  backOffMs?: number
  random?: () => number
}

const MAX_BACK_OFF_MS = 60_000

/** Runs steps until `signal` aborts. Retries transient errors, and stops permanently on others. Never rejects. */
export async function runStage(stage: Stage, options: RunOptions): Promise<void> {
  const { name } = stage
  const { signal, wake, log, onState } = options
  const report = (status: StageState['status'], problem: string | null = null) =>
    onState?.({ name, status, problem })
  let failures = 0
  report('running')
  while (!signal.aborted) {
    const outcome = await tryStep(stage)
    if (signal.aborted) break
    if (typeof outcome === 'string') {
      failures = 0
      report(STATUS_AFTER[outcome])
      if (outcome === 'idle') await wake()
      continue
    }
    const { error } = outcome
    if (!isRetryable(error)) {
      log.error({ stage: name, err: error }, 'the stage failed and will not be retried')
      return void report('failed', formatProblem(error))
    }
    failures += 1
    report('retrying', formatProblem(error))
    log.warn({ stage: name, err: error, failures }, 'a step will be retried')
    await delay(computeBackOffMs(failures, options), undefined, { signal }).catch(() => {})
  }
  report('stopped')
}

const STATUS_AFTER = { more: 'running', idle: 'idle' } as const

async function tryStep(stage: Stage): Promise<'more' | 'idle' | { error: unknown }> {
  try {
    return await stage.step()
  } catch (error) {
    return { error }
  }
}

/**
 * Runs steps of the stages in turn until each was idle after the last one that was not. For tests and
 * the build of a world, instead of sleeping.
 */
export async function runUntilIdle(stages: readonly Stage[]): Promise<void> {
  let idleCount = 0
  for (let index = 0; idleCount < stages.length; index += 1) {
    idleCount += 1
    while ((await stages[index % stages.length]?.step()) === 'more') idleCount = 1
  }
}

/** SQLSTATE classes of transient errors: 08 and 57P (connection), 40 (serialization), 53 (resources). */
const TRANSIENT_SQLSTATE = /^(08|57P|40|53)/
/** Messages of `pg` and Kysely without a code: the connection broke, broke before, or could not be opened. */
const BROKEN_CONNECTION =
  /^(Connection terminated|Client (has encountered|was closed)|Postgres connection has been discarded|timeout exceeded when trying to connect)/
const TRANSIENT_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT'])

/**
 * Returns whether the same call may succeed later, such as with a busy node or a restarting
 * database, or in the next process: a call that was cancelled because this one stops.
 */
export function isRetryable(error: unknown): boolean {
  if (error instanceof RetryableError) return true
  if (!(error instanceof Error)) return false
  if (error.name === 'AbortError') return true
  if (BROKEN_CONNECTION.test(error.message)) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return TRANSIENT_CODES.has(code) || TRANSIENT_SQLSTATE.test(code)
}

/** Returns the message of our own errors; messages of drivers are only logged. */
function formatProblem(error: unknown): string {
  const isOurs = error instanceof RetryableError || error instanceof FatalError
  return isOurs ? error.message : 'An unexpected error occurred; see the log of the server.'
}

function computeBackOffMs(
  failures: number,
  { backOffMs: first = 500, random = Math.random }: RunOptions,
) {
  const longest = Math.min(first * 2 ** (failures - 1), MAX_BACK_OFF_MS)
  return longest * (0.5 + random() / 2)
}

/** Runs every stage until `signal` aborts; resolves when all have stopped. */
export async function runStages(
  plans: readonly ScheduledStage[],
  { context, notifications, registry, signal }: RunningParts,
): Promise<void> {
  await Promise.all(
    plans.map(({ stage, channels, pollMs }) =>
      runStage(stage, {
        signal,
        wake: notifications.wakeOn({ channels, pollMs, signal }),
        log: context.log,
        onState: registry.report,
      }),
    ),
  )
}

interface RunningParts {
  context: Pick<Context, 'log'>
  notifications: Pick<Notifications, 'wakeOn'>
  registry: StageStatusRegistry
  signal: AbortSignal
}

/** A stage's latest state, and since when it has been unhealthy. */
export interface StageStatusEntry extends StageState {
  sinceMs: number
}

/** The latest reported states of the stages of this process. */
export interface StageStatusRegistry {
  report(state: StageState): void
  entries(): StageStatusEntry[]
}

/** `now` returns Unix milliseconds. */
export function createStageStatusRegistry(now: () => number = Date.now): StageStatusRegistry {
  const entries = new Map<string, StageStatusEntry>()
  return {
    report: (state) => {
      const before = entries.get(state.name)
      const isSame = before !== undefined && isUnhealthy(before) === isUnhealthy(state)
      entries.set(state.name, { ...state, sinceMs: isSame ? before.sinceMs : now() })
    },
    entries: () => [...entries.values()],
  }
}

export const isUnhealthy = ({ status }: StageState): boolean =>
  status === 'retrying' || status === 'failed'
