import type { Party } from '@app/values/evm-address.ts'
import { type RawBuilder, sql } from 'kysely'

/** Selects an account itself and its own accounts in the EVM: a label of one of these is one of the account. */
export const selectOwnAddresses = (account: RawBuilder<unknown>): RawBuilder<{ address: Party }> =>
  sql<{ address: Party }>`
    select ${account} as address
    union all
    select coa.address from chain_coa coa where coa.owner = ${account} and not coa.is_shared`
