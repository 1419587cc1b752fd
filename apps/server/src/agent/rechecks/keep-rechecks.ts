import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tables } from '../../db/tables.ts'
import { spendFromCap } from '../budget.ts'
import { findAction, type NewAction, oneAtATimeFor, queueAction } from '../queue-action.ts'
import type { Blocks, DueRun } from './due-runs.ts'
import { moveCursor } from './recheck-cursor.ts'
import type { CurrentScore } from './score-or-skip.ts'

/** A run that is due, and the score that its account has now. */
export interface JudgedRun extends DueRun {
  score: Pick<CurrentScore, 'score' | 'riskLevel' | 'evidenceHash'>
}

/** Queues a publication for each run, exactly one, and moves the cursor, all at once. */
export async function keepRechecks(
  { db, config }: Pick<Context, 'db' | 'config'>,
  blocks: Blocks,
  judged: readonly JudgedRun[],
): Promise<void> {
  await db.transaction().execute(async (queries) => {
    await moveCursor(queries, blocks)
    for (const run of judged) await keepRecheck(queries, run, config.agent.rechecksPerDay)
  })
}

async function keepRecheck(db: Kysely<Tables>, run: JudgedRun, cap: number): Promise<void> {
  const action = actionOf(run)
  await oneAtATimeFor(db, run.address)
  if ((await findAction(db, action)) !== null) return
  const isPaid = await spendFromCap(db, 'recheck', cap)
  await queueAction(db, isPaid ? action : { ...action, problem: sayCap(cap) })
}

function actionOf({ address, runId, score: stored }: JudgedRun): NewAction {
  const { score, riskLevel, evidenceHash } = stored
  return {
    kind: 'recheck',
    address,
    occasion: `run ${runId}`,
    evidenceHash,
    reason: `Scheduled recheck ${runId} was due: the score is ${score} (${riskLevel}).`,
  }
}

const sayCap = (cap: number) =>
  `Today ${cap} scheduled rechecks were published, and no more are paid for before tomorrow (UTC).`
