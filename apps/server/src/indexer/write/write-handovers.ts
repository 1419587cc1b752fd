import type pg from 'pg'
import type { RangeRows } from '../decode/build-rows.ts'
import { buildRemovedTransferInsert, clearDeltaTables } from '../sums/delta-tables.ts'
import { buildCoaMoveDeltaInsert, buildHolderQuery, buildMoveInsert } from './write-coas.ts'

/**
 * Computes what the owner of a Cadence-owned account lost to whoever else acts with it: all that it had then, as far as
 * its transfers say. Whether that was a gift or a theft is not known: it counts like what others take. `changed`
 * are those that stand for others than before. Returns whether payments were replaced. The acts and moves of the
 * range must be stored already.
 */
export async function writeHandovers(
  client: pg.ClientBase,
  { coaMoves }: Pick<RangeRows, 'coaMoves'>,
  changed: readonly string[],
): Promise<boolean> {
  if (coaMoves.length + changed.length === 0) return false
  await clearDeltaTables(client, ['delta_handover'])
  const { rowCount } = await client.query(FIND_HANDOVERS, [
    changed,
    coaMoves.map(({ address }) => address),
    coaMoves.map(({ height }) => height),
    coaMoves.map(({ tx_index }) => tx_index),
  ])
  if (rowCount === 0) return false
  const { rows: removed } = await client.query<{ count: number }>(REMOVE_PAYMENTS)
  await client.query(ADD_PAYMENTS)
  return removed[0]?.count !== 0
}

/** Those in $1, and those that moved something before their owner ended. */
const FIND_HANDOVERS = `
with moved as (
  select address, min(array[height, tx_index]) as first
  from unnest($2::text[], $3::bigint[], $4::integer[]) as move (address, height, tx_index)
  group by address
),
touched as (
  select unnest($1::text[]) as address
  union select address from moved join chain_coa coa using (address)
  where coa.until_height is not null
    and moved.first < array[coa.until_height, coa.until_tx_index]
)
insert into delta_handover
select touched.address, coa.owner, next.first_height, next.first_tx_index, next.first_event_index,
  next.first_tx_id, next.first_ms
from touched join chain_coa coa using (address)
left join lateral (${buildHolderQuery(1)}) next on coa.owner is not null`

const REMOVE_PAYMENTS = `
with unmade as (
  delete from chain_coa_move move using delta_handover handover
  where move.address = handover.address and move.split_index < 0
  returning move.*
),
gone as (
  delete from chain_transfer kept using unmade
  where kept.address in (unmade.sender, unmade.recipient) and kept.height = unmade.height
    and kept.tx_index = unmade.tx_index and kept.event_index = unmade.event_index
    and kept.split_index = unmade.split_index
  returning kept.*
),
removed as (
  ${buildRemovedTransferInsert('gone')} returning 1
)
select count(*)::int as count from removed`

/** Moves into own places have the highest of the indexes below 0. */
const OWN_MOVES = 1_000_000

const ADD_PAYMENTS = `
with had as (
  select move.address, move.token,
    sum(case when move.recipient = move.address then move.units else -move.units end) as units
  from delta_handover handover join chain_coa_move move on move.address = handover.address
    and (move.height, move.tx_index) < (handover.height, handover.tx_index)
    and move.address in (move.sender, move.recipient) and move.split_index >= 0
  group by move.address, move.token
),
payment as (
  select address, sender, address as recipient, null as initiator, height, tx_index, event_index,
    -${OWN_MOVES} - row_number() over (partition by address order by token) as split_index,
    false as is_initiated, true as is_swept, false as is_emptied, false as is_dust, token, units,
    null::numeric as balance_after, tx_id, block_ms
  from had join delta_handover handover using (address)
  where units > 0
),
inserted as (${buildMoveInsert('payment')} returning *)
${buildCoaMoveDeltaInsert('inserted')}`
