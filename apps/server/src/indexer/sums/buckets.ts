/**
 * Adds the new moves to their UTC hours and days, and stores the differences per token in
 * `delta_calendar`.
 */
export const ADD_BUCKETS = `
with added as (
  select address, token, width, bucket,
    count(*) filter (where side = 'in') as in_count,
    count(*) filter (where side = 'out') as out_count,
    coalesce(sum(units) filter (where side = 'in'), 0) as in_units,
    coalesce(sum(units) filter (where side = 'out'), 0) as out_units
  from delta_move
  cross join lateral (values ('hour', (seconds / 3600)::int), ('day', (seconds / 86400)::int))
    as time (width, bucket)
  where not is_dust
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
  returning new.address, new.token, new.width, old.address is null as is_new,
    coalesce(old.in_count, 0) > 0 as had_in, coalesce(old.out_count, 0) > 0 as had_out,
    new.in_count > 0 as has_in, new.out_count > 0 as has_out,
    new.in_count + new.out_count as transfers,
    least(new.in_units, new.out_units)
      - coalesce(least(old.in_units, old.out_units), 0) as swept
)
insert into delta_calendar
select address, token,
  count(*) filter (where width = 'day' and is_new),
  count(*) filter (where width = 'hour' and is_new),
  count(*) filter (where width = 'day' and has_in and not had_in),
  count(*) filter (where width = 'day' and has_out and not had_out),
  count(*) filter (where width = 'day' and has_in and has_out and not (had_in and had_out)),
  max(transfers) filter (where width = 'day'),
  sum(swept) filter (where width = 'hour'),
  sum(swept) filter (where width = 'day')
from merged
group by address, token`
