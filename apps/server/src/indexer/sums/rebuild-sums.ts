import type { BlockRange } from '@app/flow/read/chain.ts'
import type { Network } from '@app/values/network.ts'
import { buildFlowVaultTypeId } from '@app/values/token-type.ts'
import type pg from 'pg'
import { withTransaction } from '../../db/create-pool.ts'
import { lockUntilCommit } from '../../db/locks.ts'
import { rewriteCoaMoves } from '../write/write-coas.ts'
import { rebuildEvmBalances } from '../write/write-evm-balances.ts'
import { addDeltasToSums, markAccountsChanged } from './apply-sums.ts'
import {
  buildAccountEventDeltaInsert,
  buildNftMoveDeltaInsert,
  buildTransactionDeltaInsert,
  buildTransferDeltaInsert,
  clearDeltaTables,
  createDeltaTables,
} from './delta-tables.ts'
import { MARK_STAKES, RECHECK_CHILDREN, settleOwnPlaces } from './own-places.ts'

/** Every table of sums over raw rows. */
export const SUM_TABLES = [
  'chain_activity_bucket',
  'chain_activity',
  'chain_counterparty',
  'chain_own_place',
  'chain_own_child',
  'chain_own_flip',
  'chain_shared_stake',
  'chain_collection',
  'chain_account_activity',
  'chain_account_event_count',
  'chain_account_day',
  'chain_taint',
  'chain_taint_move',
  'chain_exposure',
  'chain_evm_balance',
]

/**
 * Recomputes every sum from the raw rows in one transaction. The chunks together must cover the
 * indexed blocks; their order does not change the result.
 */
export function rebuildSums(
  pool: pg.Pool,
  network: Network,
  chunks: readonly BlockRange[] = [{ fromHeight: 0, toHeight: Number.MAX_SAFE_INTEGER }],
): Promise<void> {
  return withTransaction(pool, async (client) => {
    await lockUntilCommit(client, 'sums')
    await client.query(`truncate ${SUM_TABLES.join(', ')}`)
    await createDeltaTables(client)
    while (await rewriteCoaMoves(client)) await clearDeltaTables(client)
    await rebuildEvmBalances(client, buildFlowVaultTypeId(network))
    await client.query(RECHECK_LABELLED)
    await client.query(ADVANCE_LABEL_CURSOR)
    for (const statement of MARK_STAKES) await client.query(statement)
    const flowToken = buildFlowVaultTypeId(network)
    const options = { flowToken, limit: Number.POSITIVE_INFINITY }
    for (const chunk of chunks) {
      await fillDeltaTables(client, chunk)
      await addDeltasToSums(client, options)
      await markAccountsChanged(client)
      await clearDeltaTables(client)
    }
    await client.query(RECHECK_CHILDREN)
    await settleOwnPlaces(client, { ...options, flips: Number.POSITIVE_INFINITY })
  })
}

/** Labels also taint accounts without moves, and holders the accounts that they share. */
const RECHECK_LABELLED = `insert into delta_taint_recheck
   select address from label_entry where removed_at is null
   union select address from chain_coa where is_shared
   union select owner from chain_coa where owner is not null`

const ADVANCE_LABEL_CURSOR =
  'update chain_label_cursor set seq = state.seq, levels_seq = state.seq from label_state state'

async function fillDeltaTables(
  client: pg.ClientBase,
  { fromHeight, toHeight }: BlockRange,
): Promise<void> {
  for (const [table, load] of DELTA_BUILDERS) {
    const chunk = `with chunk as (select * from ${table} where height between $1 and $2)`
    await client.query(`${chunk} ${load('chunk')}`, [fromHeight, toHeight])
  }
}

const DELTA_BUILDERS: readonly (readonly [string, (source: string) => string])[] = [
  ['chain_transfer', buildTransferDeltaInsert],
  ['chain_nft_move', buildNftMoveDeltaInsert],
  ['chain_account_event', buildAccountEventDeltaInsert],
  ['chain_transaction', buildTransactionDeltaInsert],
]
