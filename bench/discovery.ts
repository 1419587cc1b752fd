import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { judgeBehaviour } from '@app/score/behaviour/judge-behaviour.ts'
import type { Facts } from '@app/score/facts.ts'
import { judgeInNumbers } from '@app/score/judge.ts'
import { createDiscoveryStage } from '@app/server/agent/create-discovery-stage.ts'
import { readBacklog } from '@app/server/agent/write-backlog.ts'
import { loadFactsFromAllBlocks } from '@app/server/facts/load-facts.ts'
import type { Context } from '@app/server/runtime/context.ts'
import { runUntilIdle, type Stage } from '@app/server/runtime/stage.ts'
import { CHANGING_ACCOUNTS, markChanged, seedAccounts, TRANSFERS } from './many-accounts.ts'
import {
  computePercentiles,
  measureBestRate,
  type Percentiles,
  readProcessorSeconds,
  roundRatio,
} from './measure.ts'
import { withScratchContext } from './with-scratch-context.ts'

const CHANGES_PER_SECOND = 200
const SECONDS = 30
const CHANGES_PER_MARK = 20
/** Changes of two seconds. */
const MAX_WAITING = 2 * CHANGES_PER_SECOND

/**
 * Measures how many changed accounts the agent judges per second from the stored sums, with this process and its
 * PostgreSQL on one core: all accounts at once, then a stream of 200 changes a second. The rates per second of
 * processor time, of both processes together, are compared with the engine alone on the same facts, and with facts
 * loaded one account after the other. The work of the indexer is not included.
 */
export async function benchDiscovery(): Promise<object> {
  const unpin = pinToOneCore()
  try {
    return await withScratchContext(async (context) => {
      await seedAccounts(context)
      return { ...(await measure(context)), isOnOneCore: unpin !== null }
    })
  } finally {
    unpin?.()
  }
}

const ROUNDS = 5

async function measure(context: Context): Promise<object> {
  const stage = createDiscoveryStage(context)
  const rates: Rate[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await markChanged(context, CHANGING_ACCOUNTS)
    rates.push(await measureRate(context, CHANGING_ACCOUNTS.length, () => runUntilIdle([stage])))
  }
  const judged = selectBest(rates)
  const facts: Facts[] = []
  const loaded = await measureRate(context, CHANGING_ACCOUNTS.length, async () => {
    for (const address of CHANGING_ACCOUNTS) {
      const query = { address, network: 'local', decoding: context.rules.current.decoding } as const
      facts.push((await loadFactsFromAllBlocks(context.db, query)).facts)
    }
  })
  const engine = measureBestRate(
    facts,
    (one) => judgeInNumbers(one).score + judgeBehaviour(one).score,
  )
  return {
    bench: 'discovery',
    accounts: CHANGING_ACCOUNTS.length,
    transfersOfAnAccount: TRANSFERS,
    judgedPerSecond: Math.round(judged.perSecond),
    judgedPerProcessorSecond: Math.round(judged.perProcessorSecond),
    engineAlonePerProcessorSecond: Math.round(engine),
    timesAsLongAsEngineAlone: roundRatio(engine, judged.perProcessorSecond),
    timesAsFastAsLoadingOneByOne: roundRatio(judged.perProcessorSecond, loaded.perProcessorSecond),
    changesPerSecond: CHANGES_PER_SECOND,
    ...(await streamChanges(context, stage)),
  }
}

interface Rate {
  perSecond: number
  /** `NaN` where processor time cannot be read. */
  perProcessorSecond: number
}

async function measureRate(
  context: Context,
  count: number,
  work: () => Promise<unknown>,
): Promise<Rate> {
  const processorBefore = await readProcessorSeconds(context)
  const startMs = performance.now()
  await work()
  const seconds = (performance.now() - startMs) / 1000
  const processorAfter = await readProcessorSeconds(context)
  return {
    perSecond: count / seconds,
    perProcessorSecond: count / (processorAfter - processorBefore),
  }
}

/** The round that other processes disturbed least. */
const selectBest = (rates: readonly Rate[]): Rate => ({
  perSecond: Math.max(...rates.map(({ perSecond }) => perSecond)),
  perProcessorSecond: Math.max(...rates.map(({ perProcessorSecond }) => perProcessorSecond)),
})

/**
 * Restricts this process, and every process that it starts from then on, to the last core. Returns the function
 * that ends this for this process; `null` where the system has no `taskset`.
 */
function pinToOneCore(): (() => void) | null {
  const mask = /: ([0-9a-f,]+)\s*$/.exec(runTaskset(['-p', `${process.pid}`]) ?? '')?.[1]
  if (mask === undefined) return null
  const core = `${availableParallelism() - 1}`
  if (runTaskset(['-a', '-c', '-p', core, `${process.pid}`]) === null) return null
  return () => {
    runTaskset(['-a', '-p', mask, `${process.pid}`])
  }
}

/** Returns what it prints; `null` when it fails. */
function runTaskset(args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('taskset', args, { encoding: 'utf8' })
  return status === 0 ? stdout : null
}

interface StreamResult {
  seconds: number
  /** From a change until it is judged. */
  delayMs: Percentiles
  mostWaiting: number
  waitingAtEnd: number
  /** Never more waited than change in two seconds. */
  isBacklogBounded: boolean
}

/** Changes 200 accounts a second for 30 seconds while the stage judges them. */
async function streamChanges(context: Context, stage: Stage): Promise<StreamResult> {
  const run = createRun()
  await Promise.all([markSteadily(context, run), judgeSteadily(context, { stage, run })])
  const waitingAtEnd = run.waiting.length * CHANGES_PER_MARK
  return {
    seconds: SECONDS,
    delayMs: computePercentiles(run.delaysMs),
    mostWaiting: run.mostWaiting,
    waitingAtEnd,
    isBacklogBounded: run.mostWaiting <= MAX_WAITING,
  }
}

interface Run {
  startMs: number
  /** When the changes happened that were not judged yet. */
  waiting: number[]
  delaysMs: number[]
  mostWaiting: number
}

const createRun = (): Run => ({
  startMs: performance.now(),
  waiting: [],
  delaysMs: [],
  mostWaiting: 0,
})

const isOver = ({ startMs }: Run): boolean => performance.now() - startMs >= SECONDS * 1000

async function markSteadily(context: Context, run: Run): Promise<void> {
  const intervalMs = (1000 * CHANGES_PER_MARK) / CHANGES_PER_SECOND
  for (let mark = 0; !isOver(run); mark += 1) {
    const dueMs = run.startMs + mark * intervalMs
    await pause(Math.max(0, dueMs - performance.now()))
    const from = (mark * CHANGES_PER_MARK) % CHANGING_ACCOUNTS.length
    await markChanged(context, CHANGING_ACCOUNTS.slice(from, from + CHANGES_PER_MARK))
    // A change that comes late because the core is busy counts from the time at which it was due.
    run.waiting.push(dueMs)
    run.mostWaiting = Math.max(run.mostWaiting, run.waiting.length * CHANGES_PER_MARK)
  }
}

/** Once nothing waits, everything is judged that had changed before the step. */
async function judgeSteadily(
  context: Context,
  { stage, run }: { stage: Stage; run: Run },
): Promise<void> {
  while (!isOver(run)) {
    const marks = run.waiting.length
    if ((await stage.step()) === 'idle') await pause(5)
    if ((await readBacklog(context.db)).waiting > 0) continue
    const nowMs = performance.now()
    run.delaysMs.push(...run.waiting.splice(0, marks).map((dueMs) => nowMs - dueMs))
  }
}
