import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'

/** Loads of one account what `load` loads of many; `null` where that is absent. */
export const loadOne = async <Value>(
  load: (db: Kysely<Tables>, addresses: readonly Address[]) => Promise<ReadonlyMap<Address, Value>>,
  db: Kysely<Tables>,
  address: Address,
): Promise<Value | null> => (await load(db, [address])).get(address) ?? null
