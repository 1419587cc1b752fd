import { tryWithAdvisoryLock } from '../../db/locks.ts'
import type { Context } from '../../runtime/context.ts'
import type { Stage } from '../../runtime/stage.ts'
import { judgeWaitingAccounts } from './judge-waiting-accounts.ts'
import { queueChangedAccounts } from './write-backlog.ts'

/** Maximum number of changed accounts read in one step. */
const CHANGES_PER_STEP = 1_000

/**
 * Creates the stage that judges accounts which nobody asked about: those with changed sums wait, and the
 * most changed ones are judged first, a limited number in each step.
 */
export function createDiscoveryStage(context: Context): Stage {
  return {
    name: 'discovery',
    step: async () =>
      (await tryWithAdvisoryLock(context.pool, 'discovery', () => stepDiscovery(context))) ??
      'idle',
  }
}

async function stepDiscovery(context: Context): Promise<'more' | 'idle'> {
  const { enabled, discoveryPerStep } = context.config.agent
  if (!enabled) return 'idle'
  const changes = await queueChangedAccounts(context.db, CHANGES_PER_STEP)
  const judged = await judgeWaitingAccounts(context, discoveryPerStep)
  return changes > 0 || judged > 0 ? 'more' : 'idle'
}
