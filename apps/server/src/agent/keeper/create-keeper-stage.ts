import { createHash } from 'node:crypto'
import { getNextRun, getOverdue, getWatched } from '@app/contracts/calls.ts'
import type { Address } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { isRecent, toIsoTime } from '@app/values/time.ts'
import { readContract } from '../../flow-access/read-contract.ts'
import { readUnsettled } from '../../governance/read-proposals.ts'
import type { Context } from '../../runtime/context.ts'
import { readPauses } from '../../runtime/pauses.ts'
import { createLockedStage, type Stage } from '../../runtime/stage.ts'
import { scoreAccount } from '../../scorer/score-account.ts'
import {
  type ExistingAction,
  findAction,
  lockActions,
  type NewAction,
  queueAction,
} from '../write-action.ts'
import { consumeDailyCap } from '../write-budget.ts'
import { type DueTask, listDue, toItem, type WatchedView } from './list-due.ts'
import { isMirrorComplete, loadDueRuns, loadScheduleStates, toRunKey } from './read-due-rows.ts'
import { describeCause, loadWatchCandidates, type WatchCandidate } from './read-watch-reasons.ts'

const TASKS_PER_STEP = 20

/** Interval at which the chain is asked even when the same addresses are to be watched. */
const LOOK_INTERVAL_MS = 60_000

/** What a process remembers between steps. Lost without harm. */
interface Memory {
  /** What was due at the last look and is not done yet. */
  tasks: DueTask[]
  /** Whom to watch, at the last look at the chain. */
  candidates: string
  lookedMs: number
  hasWarned: boolean
}

/**
 * Creates the stage that does what is due without being asked: it has the chain record what is over, publishes the
 * scores of announced rechecks, restarts those that are late, and starts and ends rechecks as their causes come and go.
 * It queues one action for each task. `now` returns Unix milliseconds, for the interval between two looks at the chain.
 */
export function createKeeperStage(context: Context, now: () => number): Stage {
  const lookedMs = Number.NEGATIVE_INFINITY
  const memory: Memory = { tasks: [], candidates: '', lookedMs, hasWarned: false }
  const step = () => stepKeeper(context, memory, now())
  return createLockedStage(context, { name: 'keeper', lock: 'keeper', step })
}

async function stepKeeper(
  context: Context,
  memory: Memory,
  nowMs: number,
): Promise<'more' | 'idle'> {
  const { waiting, attempt } = await readPauses(context, 'keeper')
  if (memory.tasks.length === 0) {
    const proposals = await readUnsettled(context)
    const runs = await loadDueRuns(context.db)
    const views: WatchedView[] = []
    await attempt('DharmaRecheck', async () => views.push(...(await look(context, memory, nowMs))))
    memory.tasks = listDue({ proposals, runs, watched: views[0] ?? null, waiting })
  }
  let queuedCount = 0
  const tasks = memory.tasks.slice(0, TASKS_PER_STEP)
  for (const task of tasks) {
    await attempt(toItem(task), async () => {
      const outcome = await queueTask(context, task)
      if (outcome === 'queued') queuedCount += 1
      if (outcome === 'capped') memory.tasks = memory.tasks.filter(({ kind }) => kind !== task.kind)
    })
  }
  memory.tasks = memory.tasks.filter((task) => !tasks.includes(task))
  return queuedCount > 0 || memory.tasks.length > 0 ? 'more' : 'idle'
}

/** Asks the chain about its rechecks, once a minute and when other addresses are to be watched; else returns none. */
async function look(context: Context, memory: Memory, nowMs: number): Promise<WatchedView[]> {
  const { enabled, scheduleRechecks } = context.config.agent
  const candidates = enabled && scheduleRechecks ? await loadWatchCandidates(context) : null
  const text = candidates?.map(({ address }) => address).join(' ') ?? ''
  const isFresh = isRecent(memory.lookedMs, nowMs, LOOK_INTERVAL_MS)
  if (text === memory.candidates && isFresh) return []
  const view = await readWatchedView(context, candidates)
  if (view === null && !memory.hasWarned) {
    context.log.warn({ network: context.config.network }, NOT_DEPLOYED)
    memory.hasWarned = true
  }
  Object.assign(memory, { candidates: text, lookedMs: nowMs })
  return view === null ? [] : [view]
}

const NOT_DEPLOYED = 'DharmaRecheck is not deployed there yet: no recheck is scheduled'

/** Returns `null` when the contract is not deployed. */
async function readWatchedView(
  context: Context,
  candidates: readonly WatchCandidate[] | null,
): Promise<WatchedView | null> {
  const { db } = context
  const overdue = (await readRechecks(context, getOverdue())) as Address[] | undefined
  if (overdue === undefined) return null
  const watched = candidates && new Set((await readRechecks(context, getWatched())) as Address[])
  const known = [...overdue, ...(watched ?? []), ...(candidates ?? []).map((one) => one.address)]
  return {
    overdue,
    watched,
    candidates: candidates ?? [],
    states: await loadScheduleStates(db, [...new Set(known)]),
    isMirrorComplete: await isMirrorComplete(db),
  }
}

/** Returns what a script of the contract returns; `undefined` when it is not deployed. */
async function readRechecks(
  { flow, config }: Context,
  call: ReturnType<typeof getOverdue>,
): Promise<unknown> {
  const query = { contract: 'DharmaRecheck', call }
  return (await readContract({ flow, network: config.network }, query))?.value
}

/** `waiting`: the same action is open, or was tried too recently. `capped`: the cap of the day is used up. */
type TaskOutcome = 'queued' | 'waiting' | 'capped'

async function queueTask(context: Context, task: DueTask): Promise<TaskOutcome> {
  const { db, config } = context
  const action = await buildAction(context, task)
  if (action === null) return 'waiting'
  const { mayRepeat, cap: capName } = RULES[task.kind]
  return await db.transaction().execute(async (queries) => {
    await lockActions(queries, action.address)
    const before = await findAction(queries, action)
    if (before !== null && !mayRepeat(before)) return 'waiting'
    const cap = capName === null ? null : config.agent[capName]
    const isCapped = cap !== null && !(await consumeDailyCap(queries, action.kind, cap))
    if (isCapped && task.kind !== 'recheck') return 'capped'
    await queueAction(queries, isCapped ? { ...action, problem: formatCapProblem(cap) } : action)
    return 'queued'
  })
}

type Repetition = (before: ExistingAction) => boolean

const hasFailedLongAgo: Repetition = ({ status, isRecent: isNew }) => status === 'failed' && !isNew
const hasEnded: Repetition = (before) => hasFailedLongAgo(before) || before.status === 'sealed'

interface TaskRule {
  /** Whether an action that was queued for the same cause is queued again. */
  mayRepeat: Repetition
  /** The setting that limits how many are queued on a day. */
  cap: 'rechecksPerDay' | 'settlementsPerDay' | 'schedulesPerDay' | null
}

const RULES: Readonly<Record<DueTask['kind'], TaskRule>> = {
  settle: { mayRepeat: hasFailedLongAgo, cap: 'settlementsPerDay' },
  recheck: { mayRepeat: () => false, cap: 'rechecksPerDay' },
  // One without effect, such as with an empty fund, is so repeated hourly.
  restart: { mayRepeat: (before) => hasEnded(before) && !before.isRecent, cap: null },
  start: { mayRepeat: hasEnded, cap: 'schedulesPerDay' },
  stop: { mayRepeat: hasEnded, cap: null },
}

const formatCapProblem = (cap: number) =>
  `Today ${cap} scheduled rechecks were published, and no more are paid for before tomorrow (UTC).`

/** Builds the action of a task; `null` when an address is no longer watched. */
async function buildAction(context: Context, task: DueTask): Promise<NewAction | null> {
  const { address } = task
  switch (task.kind) {
    case 'settle': {
      const { description, proposalIds } = task
      return {
        kind: 'settle',
        address,
        idempotencyKey: description,
        evidenceHash: createHash('sha256').update(description).digest('hex'),
        reason: `The chain has not recorded yet what is over: ${description}.`,
        payload: { proposalIds },
      }
    }
    case 'recheck': {
      const { score, riskLevel, evidenceHash } = await scoreAccount(context, address, 'agent')
      return {
        kind: 'recheck',
        address,
        idempotencyKey: toRunKey(task.runId),
        evidenceHash,
        reason: `Scheduled recheck ${task.runId} of ${address} was due: the score is ${score} (${riskLevel}).`,
      }
    }
    case 'restart': {
      const nextRun = await readRechecks(context, getNextRun({ address }))
      if (typeof nextRun !== 'bigint') return null
      const dueAt = nextRun / UNITS_PER_TOKEN
      return await buildScheduleAction(context, address, {
        idempotencyKey: `overdue since ${dueAt}`,
        reason: `The recheck of ${address} that was due at ${toIsoTime(Number(dueAt))} was not followed by another.`,
      })
    }
    case 'start': {
      const { kind, since } = task.candidate
      return await buildScheduleAction(context, address, {
        idempotencyKey: `${kind} ${since}`,
        reason: `${address} is rechecked on the chain from now on: ${describeCause(task.candidate)}.`,
      })
    }
    case 'stop':
      return await buildScheduleAction(context, address, {
        idempotencyKey: `end of ${task.startId}`,
        reason: `${address} is no longer rechecked on the chain: not flagged, no guarded vault, no recent vote or no place left.`,
        payload: { ends: 'rechecks' },
      })
  }
}

async function buildScheduleAction(
  context: Context,
  address: Address,
  content: Pick<NewAction, 'idempotencyKey' | 'reason' | 'payload'>,
): Promise<NewAction> {
  const { evidenceHash } = await scoreAccount(context, address, 'agent')
  return { kind: 'schedule_recheck', address, evidenceHash, ...content }
}
