import { setTimeout as pause } from 'node:timers/promises'
import { readBacklog } from '@app/server/agent/write-backlog.ts'
import type { Context } from '@app/server/runtime/context.ts'
import type { Stage } from '@app/server/runtime/stage.ts'
import { CHANGING_ACCOUNTS, markChanged } from './many-accounts.ts'
import { computePercentiles, type Percentiles } from './percentiles.ts'

export const CHANGES_PER_SECOND = 200
const SECONDS = 30
const CHANGES_PER_MARK = 20
/** Changes of two seconds. */
const MAX_WAITING = 2 * CHANGES_PER_SECOND

export interface StreamResult {
  seconds: number
  /** From a change until it is judged. */
  delayMs: Percentiles
  mostWaiting: number
  waitingAtEnd: number
  /** Never more waited than change in two seconds. */
  isBacklogBounded: boolean
}

/** Changes 200 accounts a second for 30 seconds while the stage judges them. */
export async function streamChanges(context: Context, stage: Stage): Promise<StreamResult> {
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
