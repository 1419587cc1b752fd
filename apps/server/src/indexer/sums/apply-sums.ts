import { ALL_TOKENS } from '@app/score/facts.ts'
import { ACCOUNT_EVENTS } from '@app/values/account-event.ts'
import type pg from 'pg'
import {
  ADD_PAIR_EXPOSURE,
  isEvm,
  propagateTaint,
  RECHECK_MOVERS,
  type TaintOptions,
} from './exposure.ts'
import { repairSums } from './repair-sums.ts'

interface SumOptions extends TaintOptions {
  /** Whether rows of `delta_move` leave the sums. */
  hasRemovals?: boolean
}

/**
 * Adds the rows of the delta tables to every sum, and propagates the resulting taint to other
 * accounts. The caller must hold the lock `sums`. Returns whether nothing is left for later
 * transactions.
 */
export async function addDeltasToSums(
  client: pg.ClientBase,
  { hasRemovals = false, ...options }: SumOptions,
): Promise<boolean> {
  await client.query(ADD_COUNTERPARTIES)
  await client.query(ADD_DUST_SENT)
  await client.query(ADD_BUCKETS)
  await client.query(ADD_ACTIVITY)
  await client.query(ADD_OWN_PLACES)
  if (hasRemovals) await repairSums(client)
  await client.query(ADD_COLLECTIONS)
  await client.query(ADD_ACCOUNT_ACTIVITY)
  await client.query(ADD_ACCOUNT_EVENT_COUNTS)
  await client.query(ADD_ACCOUNT_DAYS)
  await client.query(ADD_PAIR_EXPOSURE)
  await client.query(RECHECK_MOVERS)
  return await propagateTaint(client, options)
}

/**
 * Assigns the next change sequence number to every account whose inputs changed; the scorer reads
 * these. Addresses in the EVM have no score.
 */
export async function markAccountsChanged(client: pg.ClientBase): Promise<void> {
  await client.query(MARK_ACCOUNTS_CHANGED)
}

const MARK_ACCOUNTS_CHANGED = `
with step as materialized (select nextval('chain_change_seq') as seq),
touched as (
  select address from delta_changed_account
  union select address from delta_move
  union select address from delta_account_activity
)
insert into chain_change (address, seq)
select address, seq from touched cross join step
where not ${isEvm('address')}
on conflict (address) do update set seq = excluded.seq`

const count = (condition: string): string => `coalesce(sum(sign) filter (where ${condition}), 0)`

const sum = (units: string, condition: string): string =>
  `coalesce(sum(sign * ${units}) filter (where ${condition}), 0)`

/** Counts 1 for a row that meets the condition now and did not before, and -1 for the opposite. */
const countNew = (now: string, before: string): string => `sum((${now})::int - (${before})::int)`

/** A time after every other, in Unix seconds. */
const NEVER = '9000000000000000'

/**
 * Adds the new moves to their pairs, and stores each pair's state before and after in
 * `delta_counterparty`.
 */
const ADD_COUNTERPARTIES = `
with added as (
  select address, counterparty, token,
    ${count("side = 'in' and not is_dust")} as in_count,
    ${sum('units', "side = 'in' and not is_dust")} as in_units,
    ${count("side = 'out'")} as out_count,
    ${sum('units', "side = 'out'")} as out_units,
    ${count('is_swept')} as swept_count,
    ${sum('units', 'is_swept')} as swept_units,
    ${count('is_emptied and not is_swept')} as emptied_count,
    ${sum('units', 'is_emptied and not is_swept')} as emptied_units,
    ${count('own_place is not null')} as own_count,
    ${count('is_dust')} as dust_count,
    coalesce(min(seconds) filter (where sign > 0), ${NEVER}) as first_seconds,
    coalesce(max(seconds) filter (where sign > 0), 0) as last_seconds
  from delta_move
  where counterparty is not null
  group by address, counterparty, token
),
merged as (
  insert into chain_counterparty as kept (
    address, counterparty, token, in_count, in_units, out_count, out_units, swept_count, swept_units,
    emptied_count, emptied_units, own_count, dust_count, first_seconds, last_seconds, hop
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
    own_count = kept.own_count + excluded.own_count,
    dust_count = kept.dust_count + excluded.dust_count,
    first_seconds = least(kept.first_seconds, excluded.first_seconds),
    last_seconds = greatest(kept.last_seconds, excluded.last_seconds)
  returning new.address, new.token, new.hop, not ${isEvm('new.counterparty')},
    coalesce(old.in_count, 0), coalesce(old.in_units, 0),
    coalesce(old.out_count, 0), coalesce(old.out_units, 0),
    coalesce(old.taken_count, 0), coalesce(old.taken_units, 0), coalesce(old.own_count, 0),
    new.in_count, new.in_units, new.out_count, new.out_units, new.taken_count, new.taken_units,
    new.own_count
)
insert into delta_counterparty select * from merged`

/**
 * Adds received dust to what its senders sent, because only the receiver's row says whether an
 * amount was dust. The sender's pair exists, because both sides of a transfer are written together.
 */
const ADD_DUST_SENT = `
with landed as (
  select counterparty as sender, address as receiver, token, sum(sign) as count
  from delta_move
  where is_dust and counterparty is not null
  group by 1, 2, 3
)
update chain_counterparty kept
set dust_sent_count = kept.dust_sent_count + landed.count
from landed
where kept.address = landed.sender and kept.counterparty = landed.receiver
  and kept.token = landed.token`

/**
 * Adds the new moves to their UTC hours and days, and stores the differences per token in
 * `delta_calendar`.
 */
const ADD_BUCKETS = `
with added as (
  select address, token, width, bucket,
    ${count("side = 'in'")} as in_count,
    ${count("side = 'out'")} as out_count,
    ${sum('units', "side = 'in'")} as in_units,
    ${sum('units', "side = 'out'")} as out_units
  from delta_move
  cross join lateral (values ('hour', (seconds / 3600)::int), ('day', (seconds / 86400)::int))
    as time (width, bucket)
  where not is_dust and own_place is null
  group by address, token, width, bucket
),
merged as (
  insert into chain_activity_bucket as kept (
    address, token, width, bucket, in_count, out_count, in_units, out_units
  )
  select * from added
  on conflict (address, token, width, bucket) do update set
    in_count = kept.in_count + excluded.in_count,
    out_count = kept.out_count + excluded.out_count,
    in_units = kept.in_units + excluded.in_units,
    out_units = kept.out_units + excluded.out_units
  returning new.address, new.token, new.width,
    coalesce(old.in_count > 0, false) as had_in, coalesce(old.out_count > 0, false) as had_out,
    new.in_count > 0 as has_in, new.out_count > 0 as has_out,
    new.in_count + new.out_count as transfers,
    least(new.in_units, new.out_units)
      - coalesce(least(old.in_units, old.out_units), 0) as swept
)
insert into delta_calendar
select address, token,
  ${countNew('has_in or has_out', 'had_in or had_out')} filter (where width = 'day'),
  ${countNew('has_in or has_out', 'had_in or had_out')} filter (where width = 'hour'),
  ${countNew('has_in', 'had_in')} filter (where width = 'day'),
  ${countNew('has_out', 'had_out')} filter (where width = 'day'),
  ${countNew('has_in and has_out', 'had_in and had_out')} filter (where width = 'day'),
  max(transfers) filter (where width = 'day'),
  sum(swept) filter (where width = 'hour'),
  sum(swept) filter (where width = 'day')
from merged
group by address, token`

/** Adds the new moves, and the resulting changes of pairs and buckets, to the activity by token. */
const ADD_ACTIVITY = `
with moved as (
  select address, token,
    ${count("side = 'in' and not is_dust")} as transfers_in,
    ${count("side = 'out'")} as transfers_out,
    ${count('is_dust')} as dust_in,
    min(seconds) filter (where not is_dust and sign > 0) as first_seconds,
    max(seconds) filter (where not is_dust and sign > 0) as last_seconds,
    max(height) filter (where not is_dust and sign > 0) as last_height,
    ${sum('units', "side = 'in' and not is_dust")} as received,
    ${sum('units', "side = 'out'")} as sent,
    coalesce(max(units) filter (where side = 'in' and not is_dust and sign > 0), 0) as largest_received,
    coalesce(max(units) filter (where side = 'out' and sign > 0), 0) as largest_sent,
    ${sum('units * seconds', "side = 'in' and not is_dust")} as received_moment,
    ${sum('units * seconds', "side = 'out'")} as sent_moment
  from delta_move
  where own_place is null
  group by address, token
),
state as (
  select address, token,
    in_count as ins, old_in_count as old_ins,
    out_count - own_count as outs, old_out_count - old_own_count as old_outs
  from delta_counterparty
  where is_account
),
met as (
  select address, token,
    ${countNew('ins > 0', 'old_ins > 0')} as senders,
    ${countNew('outs > 0', 'old_outs > 0')} as recipients,
    ${countNew('ins > 0 and outs > 0', 'old_ins > 0 and old_outs > 0')} as mutual,
    ${countNew('ins > 1', 'old_ins > 1')} as repeat_senders,
    ${countNew('outs > 1', 'old_outs > 1')} as repeat_recipients
  from state
  group by address, token
)
insert into chain_activity as kept (
  address, token, transfers_in, transfers_out, dust_in, senders, recipients, mutual, repeat_senders,
  repeat_recipients, first_seconds, last_seconds, last_height, active_days, active_hours, days_in,
  days_out, days_both, busiest_day, received, sent, largest_received, largest_sent,
  swept_same_hour, swept_same_day, received_moment, sent_moment
)
select address, token, transfers_in, transfers_out, dust_in,
  coalesce(senders, 0), coalesce(recipients, 0), coalesce(mutual, 0),
  coalesce(repeat_senders, 0), coalesce(repeat_recipients, 0),
  first_seconds, last_seconds, last_height,
  coalesce(active_days, 0), coalesce(active_hours, 0), coalesce(days_in, 0),
  coalesce(days_out, 0), coalesce(days_both, 0), coalesce(busiest_day, 0),
  received, sent, largest_received, largest_sent,
  coalesce(swept_same_hour, 0), coalesce(swept_same_day, 0), received_moment, sent_moment
from moved
left join met using (address, token)
left join delta_calendar using (address, token)
on conflict (address, token) do update set
  transfers_in = kept.transfers_in + excluded.transfers_in,
  transfers_out = kept.transfers_out + excluded.transfers_out,
  dust_in = kept.dust_in + excluded.dust_in,
  senders = kept.senders + excluded.senders,
  recipients = kept.recipients + excluded.recipients,
  mutual = kept.mutual + excluded.mutual,
  repeat_senders = kept.repeat_senders + excluded.repeat_senders,
  repeat_recipients = kept.repeat_recipients + excluded.repeat_recipients,
  first_seconds = least(kept.first_seconds, excluded.first_seconds),
  last_seconds = greatest(kept.last_seconds, excluded.last_seconds),
  last_height = greatest(kept.last_height, excluded.last_height),
  active_days = kept.active_days + excluded.active_days,
  active_hours = kept.active_hours + excluded.active_hours,
  days_in = kept.days_in + excluded.days_in,
  days_out = kept.days_out + excluded.days_out,
  days_both = kept.days_both + excluded.days_both,
  busiest_day = greatest(kept.busiest_day, excluded.busiest_day),
  received = kept.received + excluded.received,
  sent = kept.sent + excluded.sent,
  largest_received = greatest(kept.largest_received, excluded.largest_received),
  largest_sent = greatest(kept.largest_sent, excluded.largest_sent),
  swept_same_hour = kept.swept_same_hour + excluded.swept_same_hour,
  swept_same_day = kept.swept_same_day + excluded.swept_same_day,
  received_moment = kept.received_moment + excluded.received_moment,
  sent_moment = kept.sent_moment + excluded.sent_moment`

const ADD_OWN_PLACES = `
insert into chain_own_place as kept (
  address, place, token, put_count, put_units, taken_count, taken_units
)
select address, own_place, token,
  ${count("side = 'out'")}, ${sum('units', "side = 'out'")},
  ${count("side = 'in'")}, ${sum('units', "side = 'in'")}
from delta_move
where own_place is not null and token <> '${ALL_TOKENS}'
group by address, own_place, token
on conflict (address, place, token) do update set
  put_count = kept.put_count + excluded.put_count,
  put_units = kept.put_units + excluded.put_units,
  taken_count = kept.taken_count + excluded.taken_count,
  taken_units = kept.taken_units + excluded.taken_units`

const ADD_COLLECTIONS = `
insert into chain_collection as kept (address, contract, moves_in, moves_out, first_in_ms)
select address, contract,
  count(*) filter (where side = 'in'),
  count(*) filter (where side = 'out'),
  min(seconds) filter (where side = 'in') * 1000
from delta_move
where contract is not null
group by address, contract
on conflict (address, contract) do update set
  moves_in = kept.moves_in + excluded.moves_in,
  moves_out = kept.moves_out + excluded.moves_out,
  first_in_ms = least(kept.first_in_ms, excluded.first_in_ms)`

const PROPOSED = `count(*) filter (where kind = 'proposed')`
const SPONSORED = `count(*) filter (where kind = 'sponsored')`

/** Adds the transaction roles of accounts and the time of their last activity. */
const ADD_ACCOUNT_ACTIVITY = `
insert into chain_account_activity as kept (address, last_height, last_ms, proposed, sponsored)
select address, max(height), max(ms), ${PROPOSED}, ${SPONSORED}
from delta_account_activity
group by address
on conflict (address) do update set
  last_height = greatest(kept.last_height, excluded.last_height),
  last_ms = greatest(kept.last_ms, excluded.last_ms),
  proposed = kept.proposed + excluded.proposed,
  sponsored = kept.sponsored + excluded.sponsored`

const COUNTED_KINDS = ACCOUNT_EVENTS.filter(({ facts }) => facts.length > 0)
  .map(({ kind }) => `'${kind}'`)
  .join(', ')

const ADD_ACCOUNT_EVENT_COUNTS = `
insert into chain_account_event_count as kept (address, kind, count)
select address, kind, count(*)
from delta_account_activity
where kind in (${COUNTED_KINDS})
group by address, kind
on conflict (address, kind) do update set count = kept.count + excluded.count`

/** Extends the range of account indexes created on each day. Idempotent. */
const ADD_ACCOUNT_DAYS = `
insert into chain_account_day as kept (day, first_index, last_index)
select created_ms / 86400000, min(creation_index), max(creation_index)
from chain_account join (select distinct address from delta_account_activity) acted using (address)
group by 1
on conflict (day) do update set
  first_index = least(kept.first_index, excluded.first_index),
  last_index = greatest(kept.last_index, excluded.last_index)`
