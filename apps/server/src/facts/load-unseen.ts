import type { Address } from '@app/values/address.ts'
import { MIN_UNSEEN_UNITS } from '@app/values/limits.ts'
import type { Network } from '@app/values/network.ts'
import { buildFlowVaultTypeId } from '@app/values/token-type.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import { ACCOUNT, readByAccount } from './select-accounts.ts'

/**
 * Loads how much FLOW the own accounts in the EVM of each account had or paid beyond what they were seen to get; those
 * without any are absent. Of an account in the EVM that somebody else took over, only what was before that counts.
 */
export async function loadUnseen(
  db: Kysely<Tables>,
  addresses: readonly Address[],
  network: Network,
): Promise<ReadonlyMap<Address, bigint>> {
  return await readByAccount(
    db,
    addresses,
    (accounts) => sql<{ address: Address; unseen: bigint }>`
      select wanted.address, own.unseen from ${accounts} cross join lateral (
        select sum(gap) as unseen from (
          select balance.gap
          from chain_coa coa join chain_evm_balance balance using (address)
          where coa.owner = ${ACCOUNT} and not coa.is_shared
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
          where coa.owner = ${ACCOUNT} and coa.is_shared
        ) gaps
        where gap >= ${sql.lit(MIN_UNSEEN_UNITS)}
      ) own where unseen is not null`,
    ([{ unseen }]) => unseen,
  )
}
