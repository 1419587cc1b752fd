import { buildFlowVaultTypeId } from '@app/values/token-type.ts'
import type pg from 'pg'
import { withTransaction } from '../../db/create-pool.ts'
import { lockUntilCommit } from '../../db/locks.ts'
import type { Context } from '../../runtime/context.ts'
import { createLockedStage, type Stage } from '../../runtime/stage.ts'
import { addDeltasToSums, markAccountsChanged } from '../sums/apply-sums.ts'
import { createDeltaTables } from '../sums/delta-tables.ts'
import { hasOwnFlips, settleOwnPlaces } from '../sums/own-places.ts'
import { rewriteCoaMoves } from '../write/write-coas.ts'
import {
  hasPendingPropagation,
  type LabelSeqs,
  readLabelSeqs,
  recheckRelabelled,
  recordAppliedLabelSeq,
} from './cursors.ts'

/**
 * Creates the stage that applies label changes to taint levels and exposure, and goes on with what a transaction
 * left of them, and of the transfers of Cadence-owned accounts that stand for another party: each step handles at most
 * `limit` counterparties, and as many transfers.
 */
export function createExposureStage(context: Context, limit?: number): Stage {
  const step = () => stepExposure(context, limit)
  return createLockedStage(context, { name: 'exposure', lock: 'exposure', step })
}

function stepExposure({ pool, config }: Context, limit?: number): Promise<'more' | 'idle'> {
  return withTransaction(pool, async (client) => {
    await lockUntilCommit(client, 'sums')
    const seqs = await readLabelSeqs(client)
    const flowToken = buildFlowVaultTypeId(config.network)
    if (await hasOwnFlips(client)) {
      await createDeltaTables(client)
      await settleOwnPlaces(client, { flowToken })
      return 'more'
    }
    if (seqs.applied >= seqs.newest && !(await hasPendingPropagation(client))) return 'idle'
    await createDeltaTables(client)
    await recheckRelabelled(client, seqs)
    const hasRemovals = await rewriteCoaMoves(client, limit)
    const isComplete = await addDeltasToSums(client, {
      ...{ flowToken, hasRemovals, isContinuing: true },
      ...(limit !== undefined && { limit }),
    })
    await markAccountsChanged(client)
    await settleOwnPlaces(client, { flowToken })
    if (isComplete) await recordIfNew(client, seqs)
    return 'more'
  })
}

async function recordIfNew(client: pg.ClientBase, { applied, newest }: LabelSeqs): Promise<void> {
  if (applied < newest) await recordAppliedLabelSeq(client, newest)
}
