import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { buildSidesQuery, type TransferSide } from './read-transfers.ts'

/** How money moved in one step of a path, seen from `address`. */
export type Direction = 'received' | 'paid' | 'taken' | 'any'

export interface Step {
  address: Address
  counterparty: Address
  direction: Direction
}

/** Newest transfers of a pair among which the one of a step is chosen. */
const MAX_COMPARED = 50

/**
 * Reads for each step the newest transfer of its direction: for what was taken, one that left the
 * account empty or in a transaction of another; for what was paid, preferably another one.
 */
export async function readStepTransfers(
  db: Kysely<Tables>,
  steps: readonly Step[],
): Promise<(TransferSide | null)[]> {
  if (steps.length === 0) return []
  const pair = sql`address = step.address and counterparty = step.counterparty
    and (step.direction = 'any' or (side = 'in') = (step.direction = 'received'))`
  const { rows } = await sql<TransferSide & { place: number }>`
    select step.place, best.*
    from unnest(
      ${steps.map(({ address }) => address)}::text[],
      ${steps.map(({ counterparty }) => counterparty)}::text[],
      ${steps.map(({ direction }) => direction)}::text[]
    ) with ordinality as step (address, counterparty, direction, place)
    cross join lateral (
      select * from (${buildSidesQuery(pair, MAX_COMPARED)}) move
      order by step.direction <> 'any' and is_taken <> (step.direction = 'taken'),
        is_nft,
        height desc, tx_index desc, event_index desc
      limit 1
    ) best`.execute(db)
  const byPlace = new Map(rows.map(({ place, ...row }) => [place, row]))
  return steps.map((_, index) => byPlace.get(index + 1) ?? null)
}
