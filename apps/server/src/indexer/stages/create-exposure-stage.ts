import { buildFlowVaultTypeId } from '@app/values/tokens/flow-vault.ts'
import type pg from 'pg'
import { lockUntilCommit, tryWithAdvisoryLock } from '../../db/locks.ts'
import { withTransaction } from '../../db/with-transaction.ts'
import type { Context } from '../../runtime/context.ts'
import type { Stage } from '../../runtime/stage.ts'
import { markAccountsChanged } from '../sums/apply-sums.ts'
import { createDeltaTables } from '../sums/delta-tables.ts'
import { propagateTaint } from '../sums/exposure.ts'
import {
  hasTaintMoves,
  type LabelSeqs,
  readLabelSeqs,
  recheckRelabelled,
  recordAppliedLabelSeq,
} from './queries.ts'

/**
 * Creates the stage that applies label changes to taint levels and exposure, and goes on with what a transaction
 * left of them: each step handles at most `limit` counterparties.
 */
export function createExposureStage(context: Context, limit?: number): Stage {
  const step = () => stepExposure(context, limit)
  return {
    name: 'exposure',
    step: async () => (await tryWithAdvisoryLock(context.pool, 'exposure', step)) ?? 'idle',
  }
}

function stepExposure({ pool, config }: Context, limit?: number): Promise<'more' | 'idle'> {
  return withTransaction(pool, async (client) => {
    await lockUntilCommit(client, 'sums')
    const seqs = await readLabelSeqs(client)
    if (seqs.applied >= seqs.newest && !(await hasTaintMoves(client))) return 'idle'
    await createDeltaTables(client)
    await recheckRelabelled(client, seqs)
    const flowToken = buildFlowVaultTypeId(config.network)
    const isComplete = await propagateTaint(client, {
      flowToken,
      isContinuing: true,
      ...(limit !== undefined && { limit }),
    })
    await markAccountsChanged(client)
    if (isComplete) await recordIfNew(client, seqs)
    return 'more'
  })
}

async function recordIfNew(client: pg.ClientBase, { applied, newest }: LabelSeqs): Promise<void> {
  if (applied < newest) await recordAppliedLabelSeq(client, newest)
}
