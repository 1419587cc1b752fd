import { ALL_TOKENS, NFTS } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { type RawBuilder, sql } from 'kysely'
import { movesOf } from './robbed-moves.ts'

/**
 * SQL for the rows that `chain_activity` would hold of an account if no listed account had ever taken
 * anything from it. It reads all raw rows of the account, so it is for the robbed alone.
 */
export function robbedActivity(address: Address): RawBuilder<unknown> {
  return sql`
    with own as (
      select counterparty, token, side, units, seconds, height, is_dust
      from (${movesOf(address)}) move where not is_taken
    ),
    move as (
      table own
      union all
      select counterparty, ${ALL_TOKENS}, side, 0, seconds, height, is_dust
      from own where token <> ${NFTS}
    ),
    ${TOTAL}, ${PAIR}, ${MET}, ${BUCKET}, ${CALENDAR}
    select *, ${address}::text as address
    from total join met using (token) join calendar using (token)`
}

const TOTAL = sql`
  total as (
    select token,
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
      coalesce(sum(units * seconds) filter (where side = 'in' and not is_dust), 0)
        as received_moment,
      coalesce(sum(units * seconds) filter (where side = 'out'), 0) as sent_moment
    from move group by token
  )`

const PAIR = sql`
  pair as (
    select token, counterparty,
      count(*) filter (where side = 'in' and not is_dust) as ins,
      count(*) filter (where side = 'out') as outs
    from move group by token, counterparty
  )`

const MET = sql`
  met as (
    select token,
      count(counterparty) filter (where ins > 0) as senders,
      count(counterparty) filter (where outs > 0) as recipients,
      count(counterparty) filter (where ins > 0 and outs > 0) as mutual,
      count(counterparty) filter (where ins > 1) as repeat_senders,
      count(counterparty) filter (where outs > 1) as repeat_recipients
    from pair group by token
  )`

const BUCKET = sql`
  bucket as (
    select token, width,
      count(*) filter (where side = 'in' and not is_dust) as ins,
      count(*) filter (where side = 'out') as outs,
      coalesce(sum(units) filter (where side = 'in' and not is_dust), 0) as in_units,
      coalesce(sum(units) filter (where side = 'out'), 0) as out_units
    from move
    cross join lateral (values ('hour', seconds / 3600), ('day', seconds / 86400))
      as time (width, start)
    group by token, width, start
  )`

const CALENDAR = sql`
  calendar as (
    select token,
      count(*) filter (where width = 'day' and ins + outs > 0) as active_days,
      count(*) filter (where width = 'hour' and ins + outs > 0) as active_hours,
      count(*) filter (where width = 'day' and ins > 0) as days_in,
      count(*) filter (where width = 'day' and outs > 0) as days_out,
      count(*) filter (where width = 'day' and ins > 0 and outs > 0) as days_both,
      max(ins + outs) filter (where width = 'day') as busiest_day,
      sum(least(in_units, out_units)) filter (where width = 'hour') as swept_same_hour,
      sum(least(in_units, out_units)) filter (where width = 'day') as swept_same_day
    from bucket group by token
  )`
