import { setTimeout as delay } from 'node:timers/promises'
import { FatalError, RetryableError } from '@app/values/errors.ts'
import { isRetryable } from '../../../runtime/stage.ts'
import { type Server, startServer } from '../../../server.ts'
import type { Fault, Injector } from '../injection/injector.ts'
import { runWithClock } from '../injection/server-clock.ts'
import { findDifferences, type RunOutcome, readOutcome } from './read-outcome.ts'
import {
  type LastingFault,
  noteReachedStates,
  REFUSED_AFTER_JUMP,
  type ReachedStates,
  SENT_TWICE,
} from './sometimes.ts'
import {
  BACKFILL_FROM,
  CATCH_UP_BLOCKS,
  createScheduleWorld,
  HISTORY_BLOCKS,
  readHeartbeatAge,
  requestPublication,
  type ScheduleWorld,
  type ScheduleWorldOptions,
  SENDER,
} from './world.ts'

interface ScheduleOptions extends Omit<ScheduleWorldOptions, 'serverClock'> {
  /** What stays when the other faults stop. */
  lasting: LastingFault | null
  /** The outcome without faults; `null` for the run that finds it. */
  expected: RunOutcome | null
  reached: ReachedStates
}

export interface ScheduleResult {
  /** What went wrong; empty for a schedule that passes. */
  violations: string[]
  injected: readonly Fault[]
  outcome: RunOutcome
}

/** Heights of the tip while faults are injected. */
const TIPS = [BACKFILL_FROM, BACKFILL_FROM + 1, 55, HISTORY_BLOCKS]
/** During this one the process is stopped, as for an update. */
const STOPPED_AT_TIP = 55

/**
 * Blocks after which the pipeline works once the faults have stopped: a forgotten transaction is sent again after ten
 * blocks, and the keys of the agent are few.
 */
const CATCH_UP = [1, 12, 13, 14, CATCH_UP_BLOCKS]

/**
 * Failures after which the chain grows although the pipeline is not idle. Every block is judged before the next ones
 * are visible: an account that was in danger for one block only is accused by whoever looked in time.
 */
const ATTEMPTS = 40

/** Failures of the liveness phase: what struck before, or a lasting fault that strikes each action once. */
const RECOVERIES = 20

/**
 * Runs one schedule: while the chain grows, faults strike; then they stop, the chain grows by `CATCH_UP_BLOCKS`, and
 * the outcome must be that of the undisturbed run.
 */
export async function runSchedule(options: ScheduleOptions): Promise<ScheduleResult> {
  const serverClock = { aheadMs: 0 }
  return await runWithClock(serverClock, () => runPhases({ ...options, serverClock }))
}

async function runPhases(options: ScheduleOptions & ScheduleWorldOptions): Promise<ScheduleResult> {
  await using undo = new AsyncDisposableStack()
  const { injector, expected, reached } = options
  const world = await createScheduleWorld(options, undo)
  const run: Run = { world, injector, reached, server: null, violations: [], isStopping: false }
  undo.defer(async () => void (await run.server?.stop()))
  for (const [index, tip] of TIPS.entries()) {
    world.node.setTip(tip)
    const isQueued = await requestPublication(world, index)
    await world.subscribers.notify(index)
    run.isStopping = tip === STOPPED_AT_TIP
    await work(run, ATTEMPTS)
    if (!isQueued) await requestAgain(run, index)
  }
  run.isStopping = false
  injector.stop(options.lasting?.choose)
  if (options.lasting !== null) reached.add(options.lasting.name)
  for (const blocks of CATCH_UP) {
    world.node.setTip(HISTORY_BLOCKS + blocks)
    const isIdle = await work(run, RECOVERIES)
    if (!isIdle) run.violations.push('the pipeline was not idle again after the faults stopped')
  }
  await deliverAlerts(run)
  const heartbeatSeconds = await readHeartbeatAge(world)
  if (!(heartbeatSeconds >= 0 && heartbeatSeconds < 60))
    run.violations.push(`the last sign of life of the agent is ${heartbeatSeconds} seconds old`)
  const outcome = await readOutcome(world)
  if (expected !== null) run.violations.push(...findDifferences(expected, outcome))
  noteReachedStates(reached, injector.injected)
  return { violations: [...new Set(run.violations)], injected: injector.injected, outcome }
}

/** A client asks again when it was refused for want of a sign of life, which the agent has given since. */
async function requestAgain(run: Run, number: number): Promise<void> {
  run.reached.add(REFUSED_AFTER_JUMP)
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await requestPublication(run.world, number)) return
    await work(run, ATTEMPTS)
  }
  run.violations.push('requests are refused although the agent is running')
}

/** Rounds in which every message must have been delivered once the faults have stopped. */
const DELIVERY_ROUNDS = 5

async function deliverAlerts(run: Run): Promise<void> {
  const { subscribers } = run.world
  for (let round = 0; round < DELIVERY_ROUNDS; round += 1) {
    if (await subscribers.areDelivered()) break
    await subscribers.passTime()
    await work(run, RECOVERIES)
    await subscribers.waitForAttempts()
  }
  run.violations.push(...(await subscribers.findViolations()))
  if (subscribers.wasSentTwice()) run.reached.add(SENT_TWICE)
}

interface Run {
  world: ScheduleWorld
  injector: Injector
  reached: ReachedStates
  server: Server | null
  violations: string[]
  /** Whether the process is to be stopped, at the next refusal of the node if there is one. */
  isStopping: boolean
}

/** Runs every stage until all are idle; returns whether they are after so many failures. */
async function work(run: Run, attempts: number): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const failure = await tryToWork(run)
    if (failure === null) return true
    await recover(run, failure.error)
  }
  return false
}

/** Far above what a busy machine takes: only what never ends is a hang. */
const WORK_TIMEOUT_MS = 240_000

async function tryToWork(run: Run): Promise<{ error: unknown } | null> {
  const ending = new AbortController()
  try {
    run.server ??= await start(run)
    const timeout = delay(WORK_TIMEOUT_MS, 'late' as const, { signal: ending.signal })
    const end = await Promise.race([run.server.drain(), timeout, ...waitForRefusal(run)])
    if (end === 'late') run.violations.push(`the pipeline hangs for ${WORK_TIMEOUT_MS / 1000} s`)
    if (end === 'refused') await stopDuringRefusal(run)
    return end === 'refused' ? { error: new RetryableError('stopped') } : null
  } catch (error) {
    return { error }
  } finally {
    ending.abort()
  }
}

function waitForRefusal({ isStopping, injector }: Run): Promise<'refused'>[] {
  return isStopping ? [injector.waitFor('429').then(() => 'refused' as const)] : []
}

/** Stops the process in the middle of a step whose request was refused, and leaves it to the next one. */
async function stopDuringRefusal(run: Run): Promise<void> {
  run.reached.add('stopped while the node answered that there are too many requests')
  run.isStopping = false
  await end(run)
}

function start({ world }: Run): Promise<Server> {
  return startServer(world.config, ['indexer', 'scorer', 'agent', 'alerts'], {
    isManual: true,
    agent: SENDER,
  })
}

/** Does what the server does by itself after an error, or what its message tells the operator to do. */
async function recover(run: Run, error: unknown): Promise<void> {
  const { databaseProxy } = run.world
  if (databaseProxy.isCrashed()) {
    if (run.server === null) run.reached.add('a start failed half-way, and was repeated')
    await end(run)
    databaseProxy.revive()
    return
  }
  if (isRetryable(error)) return
  if (run.server === null) return noteFailedStart(run, error)
  if (!isExpectedHalt(error)) run.violations.push(`a stage stopped for good: ${describe(error)}`)
  run.reached.add('a stage stopped for good, and the operator started it again')
  await end(run)
}

/** A start that fails is repeated by the operator; its message must name what cannot be used. */
function noteFailedStart(run: Run, error: unknown): void {
  run.reached.add('a start failed half-way, and was repeated')
  if (error instanceof FatalError) return
  run.violations.push(`a start failed without a clear error: ${describe(error)}`)
}

async function end(run: Run): Promise<void> {
  await run.server?.stop()
  run.server = null
}

/** The halts that the documentation names. */
const isExpectedHalt = (error: unknown): boolean =>
  error instanceof FatalError && /^The node is at height \d+, but blocks up to/.test(error.message)

const describe = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)
