import { buildFlowVaultTypeId } from '@app/values/tokens/flow-vault.ts'
import { lockUntilCommit, tryWithAdvisoryLock } from '../../db/locks.ts'
import { withTransaction } from '../../db/with-transaction.ts'
import type { Context } from '../../runtime/context.ts'
import type { Stage } from '../../runtime/stage.ts'
import { markAccountsChanged } from '../sums/apply-sums.ts'
import { createDeltaTables } from '../sums/delta-tables.ts'
import { propagateTaint } from '../sums/exposure.ts'
import {
  markRelabelledChanged,
  readLabelSeqs,
  recordAppliedLabelSeq,
  requestRelabelledTaintRecheck,
} from './queries.ts'

/** Creates the stage that applies label changes to taint levels and exposure. */
export function createExposureStage(context: Context): Stage {
  return {
    name: 'exposure',
    step: async () =>
      (await tryWithAdvisoryLock(context.pool, 'exposure', () => stepExposure(context))) ?? 'idle',
  }
}

function stepExposure({ pool, config }: Context): Promise<'more' | 'idle'> {
  return withTransaction(pool, async (client) => {
    await lockUntilCommit(client, 'sums')
    const seqs = await readLabelSeqs(client)
    if (seqs.applied >= seqs.newest) return 'idle'
    await createDeltaTables(client)
    await requestRelabelledTaintRecheck(client, seqs)
    await propagateTaint(client, buildFlowVaultTypeId(config.network))
    await markRelabelledChanged(client, seqs)
    await markAccountsChanged(client)
    await recordAppliedLabelSeq(client, seqs.newest)
    return 'more'
  })
}
