/**
 * Adds the new moves to their pairs, and stores each pair's state before and after in
 * `delta_counterparty`.
 */
export const ADD_COUNTERPARTIES = `
with added as (
  select address, counterparty, token,
    count(*) filter (where side = 'in' and not is_dust) as in_count,
    coalesce(sum(units) filter (where side = 'in' and not is_dust), 0) as in_units,
    count(*) filter (where side = 'out') as out_count,
    coalesce(sum(units) filter (where side = 'out'), 0) as out_units,
    count(*) filter (where is_swept) as swept_count,
    coalesce(sum(units) filter (where is_swept), 0) as swept_units,
    count(*) filter (where is_emptied and not is_swept) as emptied_count,
    coalesce(sum(units) filter (where is_emptied and not is_swept), 0) as emptied_units,
    count(*) filter (where is_dust) as dust_count,
    min(seconds) as first_seconds,
    max(seconds) as last_seconds
  from delta_move
  where counterparty is not null
  group by address, counterparty, token
),
merged as (
  insert into chain_counterparty as kept (
    address, counterparty, token, in_count, in_units, out_count, out_units, swept_count, swept_units,
    emptied_count, emptied_units, dust_count, first_seconds, last_seconds, hop
  )
  select added.*, taint.level
  from added left join chain_taint taint on taint.address = added.counterparty
  on conflict (address, counterparty, token) do update set
    in_count = kept.in_count + excluded.in_count,
    in_units = kept.in_units + excluded.in_units,
    out_count = kept.out_count + excluded.out_count,
    out_units = kept.out_units + excluded.out_units,
    swept_count = kept.swept_count + excluded.swept_count,
    swept_units = kept.swept_units + excluded.swept_units,
    emptied_count = kept.emptied_count + excluded.emptied_count,
    emptied_units = kept.emptied_units + excluded.emptied_units,
    dust_count = kept.dust_count + excluded.dust_count,
    first_seconds = least(kept.first_seconds, excluded.first_seconds),
    last_seconds = greatest(kept.last_seconds, excluded.last_seconds)
  returning new.address, new.token, new.hop,
    coalesce(old.in_count, 0), coalesce(old.in_units, 0),
    coalesce(old.out_count, 0), coalesce(old.out_units, 0),
    coalesce(old.taken_count, 0), coalesce(old.taken_units, 0),
    new.in_count, new.in_units, new.out_count, new.out_units, new.taken_count, new.taken_units
)
insert into delta_counterparty select * from merged`

/**
 * Adds received dust to what its senders sent, because only the receiver's row says whether an
 * amount was dust. The sender's pair exists, because both sides of a transfer are written together.
 */
export const ADD_DUST_SENT = `
with landed as (
  select counterparty as sender, address as receiver, token, count(*) as count
  from delta_move
  where is_dust and counterparty is not null
  group by 1, 2, 3
)
update chain_counterparty kept
set dust_sent_count = kept.dust_sent_count + landed.count
from landed
where kept.address = landed.sender and kept.counterparty = landed.receiver
  and kept.token = landed.token`
