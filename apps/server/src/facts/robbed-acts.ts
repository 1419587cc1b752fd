import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { AccountActivityRow } from '../db/chain-tables.ts'
import type { Tables } from '../db/tables.ts'
import { movesOf } from './robbed-moves.ts'

export type RobbedActs = Pick<
  AccountActivityRow,
  'proposed' | 'sponsored' | 'last_height' | 'last_ms'
>

/**
 * What `chain_account_activity` would hold of an account's part in transactions, and of the time of its
 * last act, without those transactions that did nothing to it but let a listed account take from it: who
 * is tricked into signing one has not acted. It reads all raw rows, so it is for the robbed alone.
 */
export async function robbedActs(db: Kysely<Tables>, address: Address): Promise<RobbedActs> {
  const { rows } = await sql<RobbedActs>`
    with event as (
      select height, tx_index, block_ms from chain_account_event where address = ${address}
    ),
    theft as (
      select height, tx_index from (${movesOf(address)}) move
      group by height, tx_index having bool_and(is_taken)
      except select height, tx_index from event
    ),
    act as (
      select height, block_ms, is_proposer,
        is_payer and not is_proposer and not is_authorizer as is_sponsor
      from chain_transaction tx
      where address = ${address} and (is_proposer or is_payer and not is_authorizer)
        and not exists (
          select from theft where theft.height = tx.height and theft.tx_index = tx.tx_index
        )
      union all
      select height, block_ms, false, false from event
    )
    select count(*) filter (where is_proposer) as proposed,
      count(*) filter (where is_sponsor) as sponsored,
      coalesce(max(height), 0) as last_height, coalesce(max(block_ms), 0) as last_ms
    from act`.execute(db)
  return rows[0] ?? NO_ACTS
}

const NO_ACTS: RobbedActs = { proposed: 0, sponsored: 0, last_height: 0, last_ms: 0 }
