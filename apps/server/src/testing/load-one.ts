import type { Facts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import { loadFactsFromAllBlocks } from '../facts/load-facts.ts'
import { DECODING } from '../indexer/decode/decoding.ts'
import type { Context } from '../runtime/context.ts'

/** Loads of one account what `load` loads of many; `null` where that is absent. */
export const loadOne = async <Value>(
  load: (db: Kysely<Tables>, addresses: readonly Address[]) => Promise<ReadonlyMap<Address, Value>>,
  db: Kysely<Tables>,
  address: Address,
): Promise<Value | null> => (await load(db, [address])).get(address) ?? null

/** Loads the facts of an account as of all indexed blocks. */
export async function loadTestFacts({ db }: Pick<Context, 'db'>, address: Address): Promise<Facts> {
  const query = { address, network: 'local', decoding: DECODING } as const
  return (await loadFactsFromAllBlocks(db, query)).facts
}
