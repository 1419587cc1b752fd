import { buildFlowVaultTypeId } from '@app/values/flow-vault.ts'
import type pg from 'pg'
import { lockUntilCommit, tryWithAdvisoryLock } from '../../db/locks.ts'
import { withTransaction } from '../../db/with-transaction.ts'
import type { Context } from '../../runtime/context.ts'
import type { Stage } from '../../runtime/stage.ts'
import { markChanged } from '../sums/apply-sums.ts'
import { createDeltaTables } from '../sums/delta-tables.ts'
import { propagateTaint } from '../sums/exposure.ts'

/** Brings taint levels and exposure up to the newest change of labels. */
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
    await client.query(RECHECK_RELABELLED, [seqs.applied, seqs.newest])
    await propagateTaint(client, buildFlowVaultTypeId(config.network))
    await client.query(MARK_RELABELLED_CHANGED, [seqs.applied, seqs.newest])
    await markChanged(client)
    await client.query('update chain_label_cursor set seq = $1', [seqs.newest])
    await client.query("select pg_notify('chain_advanced', '')")
    return 'more'
  })
}

async function readLabelSeqs(client: pg.ClientBase): Promise<{ applied: number; newest: number }> {
  const { rows } = await client.query<{ applied: number; newest: number }>(`
    select applied.seq as applied, state.seq as newest
    from chain_label_cursor applied cross join label_state state`)
  return rows[0] ?? { applied: 0, newest: 0 }
}

const RELABELLED = 'select distinct address from label_change where seq > $1 and seq <= $2'

const RECHECK_RELABELLED = `insert into delta_taint_recheck ${RELABELLED}`
const MARK_RELABELLED_CHANGED = `insert into delta_changed_account ${RELABELLED}`
