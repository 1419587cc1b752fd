import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { Context } from '../../runtime/context.ts'
import { consumeDailyCap } from '../budget.ts'
import { findAction, lockActions, type NewAction, queueAction } from '../write-action.ts'
import { advanceCursor } from './queries.ts'
import type { BlockRange, DueRun } from './read-due-runs.ts'
import type { ComputedScore } from './score-or-log-failure.ts'

/** A due run, with the current score of its account. */
export interface ScoredRun extends DueRun {
  score: Pick<ComputedScore, 'score' | 'riskLevel' | 'evidenceHash'>
}

/** Queues exactly one publication per run and advances the cursor, in one transaction. */
export async function enqueueRechecks(
  { db, config }: Pick<Context, 'db' | 'config'>,
  blocks: BlockRange,
  scoredRuns: readonly ScoredRun[],
): Promise<void> {
  await db.transaction().execute(async (queries) => {
    await advanceCursor(queries, blocks)
    for (const run of scoredRuns) await enqueueRecheck(queries, run, config.agent.rechecksPerDay)
  })
}

async function enqueueRecheck(db: Kysely<Tables>, run: ScoredRun, cap: number): Promise<void> {
  const action = buildRecheckAction(run)
  await lockActions(db, run.address)
  if ((await findAction(db, action)) !== null) return
  const isWithinCap = await consumeDailyCap(db, 'recheck', cap)
  await queueAction(db, isWithinCap ? action : { ...action, problem: formatCapProblem(cap) })
}

function buildRecheckAction({ address, runId, score: stored }: ScoredRun): NewAction {
  const { score, riskLevel, evidenceHash } = stored
  return {
    kind: 'recheck',
    address,
    idempotencyKey: `run ${runId}`,
    evidenceHash,
    reason: `Scheduled recheck ${runId} was due: the score is ${score} (${riskLevel}).`,
  }
}

const formatCapProblem = (cap: number) =>
  `Today ${cap} scheduled rechecks were published, and no more are paid for before tomorrow (UTC).`
