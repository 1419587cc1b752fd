import type { Context } from '../../context.ts'
import { withTurn } from '../../db/locks.ts'
import type { Stage } from '../../stage.ts'
import { readDueRuns } from './due-runs.ts'
import { type JudgedRun, keepRechecks } from './keep-rechecks.ts'
import { nextBlocks } from './recheck-cursor.ts'
import { scoreOrSkip } from './score-or-skip.ts'
import { watchDeployment } from './watch-deployment.ts'

/**
 * Has every address published whose recheck the chain announced, once for each run: also on evidence
 * that did not change, for the contract then renews the time of its record.
 */
export function createRecheckStage(context: Context, now: () => number): Stage {
  const isDeployed = watchDeployment(context, now)
  const step = async () => ((await isDeployed()) ? await stepRechecks(context) : 'idle')
  return {
    name: 'recheck',
    step: async () => (await withTurn(context.pool, 'rechecks', step)) ?? 'idle',
  }
}

async function stepRechecks(context: Context): Promise<'more' | 'idle'> {
  const { db, flow, config } = context
  const blocks = await nextBlocks(db)
  if (blocks === null) return 'idle'
  const { runs, toHeight } = await readDueRuns({ flow, network: config.network }, blocks)
  const judged: JudgedRun[] = []
  for (const run of runs) {
    const score = await scoreOrSkip(context, run.address)
    if (score !== null) judged.push({ ...run, score })
  }
  await keepRechecks(context, { ...blocks, toHeight }, judged)
  return 'more'
}
