import type { Address } from '@app/values/address.ts'
import { MIN_UNSEEN_UNITS } from '@app/values/limits.ts'
import type { Network } from '@app/values/network.ts'
import { buildFlowVaultTypeId } from '@app/values/token-type.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'

/** A row of `buildUnseenQuery`. */
export interface UnseenRow {
  unseen: bigint | null
}

/** The optional field of the facts. */
type Unseen = { unseen?: bigint }

/** Loads how much FLOW the account's own accounts in the EVM had or paid beyond what they were seen to get. */
export async function loadUnseen(
  db: Kysely<Tables>,
  { address, network }: { address: Address; network: Network },
): Promise<Unseen> {
  const { rows } = await buildUnseenQuery(sql.val(address), network).execute(db)
  return toUnseen(rows[0])
}

/** Of an account in the EVM that somebody else took over, only what was before that counts. */
export const buildUnseenQuery = (
  address: RawBuilder<unknown>,
  network: Network,
): RawBuilder<UnseenRow> =>
  sql<UnseenRow>`
    select sum(gap) as unseen from (
      select balance.gap
      from chain_coa coa join chain_evm_balance balance using (address)
      where coa.owner = ${address} and not coa.is_shared
      union all
      select former.gap
      from chain_coa coa cross join lateral (
        select max(floor - net) as gap from (
          select coalesce(balance_after, case when sender = coa.address then 0 end) as floor,
            sum(case when recipient = coa.address then units else -units end)
              over (order by height, tx_index, event_index) as net
          from chain_coa_move move
          where move.address = coa.address and coa.address in (sender, recipient)
            and token = ${sql.lit(buildFlowVaultTypeId(network))} and split_index >= 0
            and (height, tx_index) < (coa.until_height, coa.until_tx_index)
        ) run
      ) former
      where coa.owner = ${address} and coa.is_shared
    ) own
    where gap >= ${sql.lit(MIN_UNSEEN_UNITS)}`

export const toUnseen = (row: UnseenRow | undefined): Unseen =>
  row === undefined || row.unseen === null ? {} : { unseen: row.unseen }
