import type { Address } from '@app/values/address.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * Builds the `with` clauses that compute what the rows of `move`, all of them taken, added to the
 * stored sums of each token.
 */
export function buildTheftLossesClauses(address: Address): RawBuilder<unknown> {
  return sql`${LOST}, ${LOST_PAIR}, ${buildLostContactsClause(address)},
    ${LOST_BUCKET}, ${buildLostTimesClause(address)}, ${buildRemainingBusiestDayClause(address)}`
}

const LOST = sql`
  lost as (
    select token, count(*) as transfers_out, sum(units) as sent, sum(units * seconds) as sent_moment,
      max(units) as largest_sent, min(seconds) as first_seconds,
      min(height) as first_height, max(height) as last_height
    from move group by token
  )`

const LOST_PAIR = sql`
  lost_pair as (
    select token, counterparty, count(*) as outs from move group by token, counterparty
  )`

const buildLostContactsClause = (address: Address) => sql`
  lost_contacts as (
    select token,
      count(*) filter (where out_count = outs) as recipients,
      count(*) filter (where out_count = outs and in_count > 0) as mutual,
      count(*) filter (where out_count > 1 and out_count - outs <= 1) as repeat_recipients
    from lost_pair join chain_counterparty kept using (token, counterparty)
    where kept.address = ${address}
    group by token
  )`

const LOST_BUCKET = sql`
  lost_bucket as (
    select token, width, bucket, count(*) as outs, sum(units) as units
    from move
    cross join lateral (values ('hour', (seconds / 3600)::int), ('day', (seconds / 86400)::int))
      as time (width, bucket)
    group by token, width, bucket
  )`

const buildLostTimesClause = (address: Address) => sql`
  lost_times as (
    select token,
      count(*) filter (where width = 'day' and in_count + out_count = outs) as active_days,
      count(*) filter (where width = 'hour' and in_count + out_count = outs) as active_hours,
      count(*) filter (where width = 'day' and out_count = outs) as days_out,
      count(*) filter (where width = 'day' and out_count = outs and in_count > 0) as days_both,
      sum(swept) filter (where width = 'hour') as swept_same_hour,
      sum(swept) filter (where width = 'day') as swept_same_day
    from lost_bucket join chain_activity_bucket kept using (token, width, bucket)
    cross join lateral (
      select least(in_units, out_units) - least(in_units, out_units - units) as swept
    ) loss
    where kept.address = ${address}
    group by token
  )`

const buildRemainingBusiestDayClause = (address: Address) => sql`
  busiest_left as (
    select token, max(in_count + out_count - coalesce(outs, 0)) as busiest_day
    from chain_activity_bucket kept left join lost_bucket using (token, width, bucket)
    where kept.address = ${address} and width = 'day' and token in (select token from lost)
    group by token
  )`
