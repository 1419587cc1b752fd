import { flowVaultType } from '@app/flow/read/system-contracts.ts'
import type pg from 'pg'
import type { Context } from '../../context.ts'
import { lockUntilCommit, withTurn } from '../../db/locks.ts'
import { transaction } from '../../db/transaction.ts'
import type { Stage } from '../../stage.ts'
import { markChanged } from '../sums/apply-sums.ts'
import { followTaint } from '../sums/exposure.ts'
import { openFreshTables } from '../sums/fresh-tables.ts'

/** Brings taint levels and exposure up to the newest change of labels. */
export function createExposureStage(context: Context): Stage {
  return {
    name: 'exposure',
    step: async () =>
      (await withTurn(context.pool, 'exposure', () => stepExposure(context))) ?? 'idle',
  }
}

function stepExposure({ pool, config }: Context): Promise<'more' | 'idle'> {
  return transaction(pool, async (client) => {
    await lockUntilCommit(client, 'sums')
    const seqs = await readSeqs(client)
    if (seqs.applied >= seqs.newest) return 'idle'
    await openFreshTables(client)
    await client.query(DOUBT_RELABELLED, [seqs.applied, seqs.newest])
    await followTaint(client, flowVaultType(config.network))
    await client.query(TOUCH_RELABELLED, [seqs.applied, seqs.newest])
    await markChanged(client)
    await client.query('update chain_label_cursor set seq = $1', [seqs.newest])
    await client.query("select pg_notify('chain_advanced', '')")
    return 'more'
  })
}

async function readSeqs(client: pg.ClientBase): Promise<{ applied: number; newest: number }> {
  const { rows } = await client.query<{ applied: number; newest: number }>(`
    select applied.seq as applied, state.seq as newest
    from chain_label_cursor applied cross join label_state state`)
  return rows[0] ?? { applied: 0, newest: 0 }
}

const RELABELLED = 'select distinct address from label_change where seq > $1 and seq <= $2'

const DOUBT_RELABELLED = `insert into fresh_doubt ${RELABELLED}`
const TOUCH_RELABELLED = `insert into fresh_touched ${RELABELLED}`
