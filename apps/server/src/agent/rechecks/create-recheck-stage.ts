import { tryWithAdvisoryLock } from '../../db/locks.ts'
import type { Context } from '../../runtime/context.ts'
import type { Stage } from '../../runtime/stage.ts'
import { createDeploymentCheck } from './create-deployment-check.ts'
import { enqueueRechecks, type ScoredRun } from './enqueue-rechecks.ts'
import { findNextBlocks } from './queries.ts'
import { readDueRuns } from './read-due-runs.ts'
import { scoreOrLogFailure } from './score-or-log-failure.ts'

/**
 * Creates the stage that queues one publication for each recheck run announced on the chain.
 * Unchanged evidence is published too: the contract then renews the time of its record.
 */
export function createRecheckStage(context: Context, now: () => number): Stage {
  const isDeployed = createDeploymentCheck(context, now)
  const step = async () => ((await isDeployed()) ? await stepRechecks(context) : 'idle')
  return {
    name: 'recheck',
    step: async () => (await tryWithAdvisoryLock(context.pool, 'rechecks', step)) ?? 'idle',
  }
}

async function stepRechecks(context: Context): Promise<'more' | 'idle'> {
  const { db, flow, config } = context
  const blocks = await findNextBlocks(db)
  if (blocks === null) return 'idle'
  const { runs, toHeight } = await readDueRuns({ flow, network: config.network }, blocks)
  const scoredRuns: ScoredRun[] = []
  for (const run of runs) {
    const score = await scoreOrLogFailure(context, run.address)
    if (score !== null) scoredRuns.push({ ...run, score })
  }
  await enqueueRechecks(context, { ...blocks, toHeight }, scoredRuns)
  return 'more'
}
