/** Adds the new moves, and the resulting changes of pairs and buckets, to the activity by token. */
export const ADD_ACTIVITY = `
with moved as (
  select address, token,
    count(*) filter (where side = 'in' and not is_dust) as transfers_in,
    count(*) filter (where side = 'out') as transfers_out,
    count(*) filter (where is_dust) as dust_in,
    min(seconds) filter (where not is_dust) as first_seconds,
    max(seconds) filter (where not is_dust) as last_seconds,
    max(height) filter (where not is_dust) as last_height,
    coalesce(sum(units) filter (where side = 'in' and not is_dust), 0) as received,
    coalesce(sum(units) filter (where side = 'out'), 0) as sent,
    coalesce(max(units) filter (where side = 'in' and not is_dust), 0) as largest_received,
    coalesce(max(units) filter (where side = 'out'), 0) as largest_sent,
    coalesce(sum(units * seconds) filter (where side = 'in' and not is_dust), 0) as received_moment,
    coalesce(sum(units * seconds) filter (where side = 'out'), 0) as sent_moment
  from delta_move
  group by address, token
),
met as (
  select address, token,
    count(*) filter (where in_count > 0 and old_in_count = 0) as senders,
    count(*) filter (where out_count > 0 and old_out_count = 0) as recipients,
    count(*) filter (
      where in_count > 0 and out_count > 0 and (old_in_count = 0 or old_out_count = 0)
    ) as mutual,
    count(*) filter (where in_count > 1 and old_in_count < 2) as repeat_senders,
    count(*) filter (where out_count > 1 and old_out_count < 2) as repeat_recipients
  from delta_counterparty
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
