import { setTimeout as delay } from 'node:timers/promises'
import { FatalError, RetryableError } from '@app/values/errors.ts'
import type { Channel } from '../db/notifications.ts'
import type { Logger } from './log.ts'

/** One unit of work after another; a step is bounded and leaves nothing half done. */
export interface Stage {
  name: string
  /** `more`: call again at once. `idle`: nothing to do until something changes. */
  step(): Promise<'more' | 'idle'>
}

/** A stage and when it is worth looking again: on one of the channels, or after a while. */
export interface StagePlan {
  stage: Stage
  channels: readonly Channel[]
  pollMs: number
}

export interface StageState {
  name: string
  status: 'running' | 'idle' | 'retrying' | 'failed' | 'stopped'
  /** A sentence, when the last step failed. */
  problem: string | null
}

export interface RunOptions {
  signal: AbortSignal
  /** Resolves when it is worth looking again: a notification, a poll, or the end of `signal`. */
  wake: () => Promise<void>
  log: Pick<Logger, 'warn' | 'error'>
  onState?: (state: StageState) => void
  /** Milliseconds before the first retry; doubles up to a minute, with jitter. */
  backOffMs?: number
  random?: () => number
}

const MAX_BACK_OFF_MS = 60_000

/** Steps until `signal` ends; retries what may succeed later, stops for good on anything else. Never rejects. */
export async function runStage(stage: Stage, options: RunOptions): Promise<void> {
  const { signal, wake } = options
  let failures = 0
  reportState(stage, options, 'running')
  while (!signal.aborted) {
    const outcome = await tryStep(stage)
    if (signal.aborted) break
    if (typeof outcome !== 'string') {
      failures += 1
      if (!isRetryable(outcome.error)) return reportFailed(stage, options, outcome.error)
      await retryLater(stage, options, { error: outcome.error, failures })
      continue
    }
    failures = 0
    reportState(stage, options, outcome === 'more' ? 'running' : 'idle')
    if (outcome === 'idle') await wake()
  }
  reportState(stage, options, 'stopped')
}

/** Steps every stage until all of them are idle in one round: what a test awaits instead of sleeping. */
export async function runUntilIdle(stages: readonly Stage[]): Promise<void> {
  let isMoving = true
  while (isMoving) {
    isMoving = false
    for (const stage of stages) {
      while ((await stage.step()) === 'more') isMoving = true
    }
  }
}

async function tryStep(stage: Stage): Promise<'more' | 'idle' | { error: unknown }> {
  try {
    return await stage.step()
  } catch (error) {
    return { error }
  }
}

function reportState(
  { name }: Stage,
  { onState }: RunOptions,
  state: StageState['status'] | Omit<StageState, 'name'>,
): void {
  onState?.(typeof state === 'string' ? { name, status: state, problem: null } : { name, ...state })
}

function reportFailed(stage: Stage, options: RunOptions, error: unknown): void {
  options.log.error({ stage: stage.name, err: error }, 'a stage stopped for good')
  reportState(stage, options, { status: 'failed', problem: formatProblem(error) })
}

async function retryLater(
  stage: Stage,
  options: RunOptions,
  { error, failures }: { error: unknown; failures: number },
): Promise<void> {
  reportState(stage, options, { status: 'retrying', problem: formatProblem(error) })
  options.log.warn({ stage: stage.name, err: error, failures }, 'a step will be retried')
  const { signal } = options
  await delay(computeBackOffMs(failures, options), undefined, { signal }).catch(() => {})
}

/** Connection classes 08 and 57P, and serialization 40: the database comes back or the step repeats. */
const TRANSIENT_SQLSTATE = /^(08|57P|40|53)/
const TRANSIENT_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT'])

/** Whether the same call may succeed later: a busy node, a database that restarts. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof RetryableError) return true
  if (!(error instanceof Error)) return false
  if (/^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message)) {
    return true
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return TRANSIENT_CODES.has(code) || TRANSIENT_SQLSTATE.test(code)
}

/** Only our own errors speak to people; what a driver says stays in the log. */
function formatProblem(error: unknown): string {
  const isOurs = error instanceof RetryableError || error instanceof FatalError
  return isOurs
    ? error.message
    : 'Something unexpected went wrong; the log of the server says what.'
}

function computeBackOffMs(
  failures: number,
  { backOffMs: first = 500, random = Math.random }: RunOptions,
) {
  const longest = Math.min(first * 2 ** (failures - 1), MAX_BACK_OFF_MS)
  return longest * (0.5 + random() / 2)
}
