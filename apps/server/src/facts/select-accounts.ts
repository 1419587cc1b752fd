import type { Address } from '@app/values/address.ts'
import type { Party } from '@app/values/evm-address.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'

/** SQL: the address of the account of a row of `selectAccounts`. */
export const ACCOUNT: RawBuilder<Address> = sql.ref('wanted.address')

/** SQL: accounts as rows of the table `wanted`. With one account, partitioned tables are read in one partition each. */
const selectAccounts = (addresses: readonly Address[]): RawBuilder<unknown> =>
  addresses.length === 1
    ? sql`(select ${addresses[0]}::text as address) as wanted`
    : sql`unnest(${addresses}::text[]) as wanted (address)`

/**
 * Reads rows of accounts by a query of `selectAccounts`, of no accounts without asking, and converts those of each, which
 * are in the order of the query. An account without rows is absent.
 */
export async function readByAccount<Row extends { address: Party }, Value>(
  db: Kysely<Tables>,
  addresses: readonly Address[],
  buildQuery: (accounts: RawBuilder<unknown>) => RawBuilder<Row>,
  convert: (rows: readonly [Row, ...Row[]], address: Address) => Value,
): Promise<Map<Address, Value>> {
  if (addresses.length === 0) return new Map()
  const { rows } = await buildQuery(selectAccounts(addresses)).execute(db)
  const groups = Map.groupBy(rows, ({ address }) => address as Address)
  return new Map(
    [...groups].map(([address, group]) => [address, convert(group as [Row, ...Row[]], address)]),
  )
}
