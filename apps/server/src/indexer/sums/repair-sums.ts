import { ALL_TOKENS, NFTS } from '@app/score/facts.ts'
import type pg from 'pg'

/**
 * Corrects what cannot be computed from a difference after rows left the sums: firsts, lasts and largest, which are
 * searched again among the stored rows, and sums of which no row is left.
 */
export async function repairSums(client: pg.ClientBase): Promise<void> {
  await client.query(DELETE_EMPTY_PAIRS)
  await client.query(REPAIR_PAIRS)
  await client.query(DELETE_EMPTY_BUCKETS)
  await client.query(REPAIR_ACTIVITY)
  await client.query(DELETE_EMPTY_ACTIVITY)
  await client.query(DELETE_EMPTY_PLACES)
}

const REMOVED_PAIR = `
  select distinct address, counterparty, token from delta_move
  where sign < 0 and counterparty is not null`

const DELETE_EMPTY_PAIRS = `
delete from chain_counterparty gone using (${REMOVED_PAIR}) removed
where gone.address = removed.address and gone.counterparty = removed.counterparty
  and gone.token = removed.token
  and gone.in_count = 0 and gone.out_count = 0 and gone.dust_count = 0`

/** Rows of a token, or of all tokens together. */
const isOfToken = (token: string): string => `(${token} = '${ALL_TOKENS}' or move.token = ${token})`

/** This relies on block times increasing with height. */
const REPAIR_PAIRS = `
update chain_counterparty kept
set first_seconds = bounds.first_seconds, last_seconds = bounds.last_seconds
from (${REMOVED_PAIR}) removed
cross join lateral (
  select
    (select block_ms / 1000 from chain_transfer move
     where move.address = removed.address and move.counterparty = removed.counterparty
       and ${isOfToken('removed.token')} order by height, block_ms limit 1) as first_seconds,
    (select block_ms / 1000 from chain_transfer move
     where move.address = removed.address and move.counterparty = removed.counterparty
       and ${isOfToken('removed.token')} order by height desc, block_ms desc limit 1) as last_seconds
) bounds
where kept.address = removed.address and kept.counterparty = removed.counterparty
  and kept.token = removed.token and bounds.first_seconds is not null`

/** Activity that is gone: rows that are not stored again with another counterparty, and those that became own money. */
const REMOVED = `
  select address, token, side, units, seconds, height, is_dust from delta_move
  where token <> '${NFTS}' and own_place is null
  group by address, token, side, units, seconds, height, is_dust having sum(sign) < 0`

const DELETE_EMPTY_BUCKETS = `
delete from chain_activity_bucket gone using (${REMOVED}) removed
cross join lateral (values ('hour', (seconds / 3600)::int), ('day', (seconds / 86400)::int))
  as time (width, bucket)
where gone.address = removed.address and gone.token = removed.token
  and gone.width = time.width and gone.bucket = time.bucket
  and gone.in_count = 0 and gone.out_count = 0`

const REPAIR_ACTIVITY = `
with removed as materialized (
  select address, token, max(units) filter (where side = 'in' and not is_dust) as in_units
  from (${REMOVED}) row
  group by address, token
)
update chain_activity kept set
  first_seconds = first_left.seconds,
  last_seconds = last_left.seconds,
  last_height = last_left.height,
  busiest_day = coalesce((
    select max(in_count + out_count) from chain_activity_bucket bucket
    where bucket.address = kept.address and bucket.token = kept.token and bucket.width = 'day'
  ), 0),
  largest_sent = case when kept.token = '${ALL_TOKENS}' then 0 else coalesce((
    select units from chain_transfer move
    where move.address = kept.address and move.token = kept.token and side = 'out'
      and own_place is null
    order by units desc limit 1
  ), 0) end,
  largest_received = case when kept.largest_received > coalesce(removed.in_units, 0) then kept.largest_received
    when kept.token = '${ALL_TOKENS}' then 0 else coalesce((
    select max(units) from chain_transfer move
    where move.address = kept.address and move.token = kept.token and side = 'in'
      and own_place is null and not is_dust
  ), 0) end
from removed
left join lateral (${buildBoundQuery('height, block_ms')}) first_left on true
left join lateral (${buildBoundQuery('height desc, block_ms desc')}) last_left on true
where kept.address = removed.address and kept.token = removed.token`

function buildBoundQuery(order: string): string {
  return `
  select height, block_ms / 1000 as seconds from chain_transfer move
  where move.address = removed.address and ${isOfToken('removed.token')}
    and own_place is null and not is_dust
  order by ${order} limit 1`
}

const DELETE_EMPTY_ACTIVITY = `
delete from chain_activity gone using (${REMOVED}) removed
where gone.address = removed.address and gone.token = removed.token
  and gone.transfers_in = 0 and gone.transfers_out = 0 and gone.dust_in = 0`

const DELETE_EMPTY_PLACES = `
delete from chain_own_place gone
using (select distinct address, own_place, token from delta_move where sign < 0) removed
where gone.address = removed.address and gone.place = removed.own_place
  and gone.token = removed.token and gone.put_count = 0 and gone.taken_count = 0`
