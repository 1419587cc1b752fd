import { ALL_TOKENS, NFTS } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { type RawBuilder, sql } from 'kysely'
import { buildIsTakenCondition, buildTakenMovesQuery } from './read-taken-moves.ts'

/**
 * Builds the query of the rows that `chain_activity` would contain for an account if listed
 * accounts had never taken anything from it: the stored rows minus what the taken moves added.
 */
export function buildTheftAdjustedActivityQuery(address: Address): RawBuilder<unknown> {
  return sql`
    with taken as materialized (${buildTakenMovesQuery(address)}),
    move as materialized (
      select token, counterparty, units, seconds, height from taken
      union all
      select ${ALL_TOKENS}, counterparty, 0, seconds, height from taken where token <> ${NFTS}
    ),
    ${buildTheftLossesClauses(address)},
    adjusted as (
      select ${ADJUSTED_COLUMNS}
      from chain_activity kept
      join lost using (token)
      join lost_contacts using (token)
      join lost_times using (token)
      join busiest_left using (token)
      ${buildTheftAdjustedBoundsJoins(address)}
      where kept.address = ${address}
    )
    select * from chain_activity
    where address = ${address} and token not in (select token from lost)
    union all
    select * from adjusted where transfers_in + transfers_out + dust_in > 0`
}

/** The columns of `chain_activity`, in order. */
const ADJUSTED_COLUMNS = sql`
  kept.address,
  token,
  kept.transfers_in,
  kept.transfers_out - lost.transfers_out as transfers_out,
  kept.dust_in,
  kept.senders,
  kept.recipients - lost_contacts.recipients,
  kept.mutual - lost_contacts.mutual,
  kept.repeat_senders,
  kept.repeat_recipients - lost_contacts.repeat_recipients,
  case when lost.first_seconds > kept.first_seconds then kept.first_seconds
    else first_left.seconds end,
  case when lost.last_height < kept.last_height then kept.last_seconds else last_left.seconds end,
  case when lost.last_height < kept.last_height then kept.last_height else last_left.height end,
  kept.active_days - lost_times.active_days,
  kept.active_hours - lost_times.active_hours,
  kept.days_in,
  kept.days_out - lost_times.days_out,
  kept.days_both - lost_times.days_both,
  busiest_left.busiest_day,
  kept.received,
  kept.sent - lost.sent,
  kept.largest_received,
  case when lost.largest_sent < kept.largest_sent then kept.largest_sent
    when token = ${NFTS} then least(kept.transfers_out - lost.transfers_out, 1)
    else coalesce(largest_left.units, 0) end,
  kept.swept_same_hour - lost_times.swept_same_hour,
  kept.swept_same_day - lost_times.swept_same_day,
  kept.received_moment,
  kept.sent_moment - lost.sent_moment`

/**
 * Builds the joins that find the first, last and largest row that was not taken, for each token of
 * `kept` and `lost`. They search an index, starting at the taken row, only where a taken row was
 * the first, last or largest. This relies on block times increasing with height.
 */
function buildTheftAdjustedBoundsJoins(address: Address): RawBuilder<unknown> {
  return sql`
    left join lateral (${buildNearestMoveQuery(address, FIRST)}) first_left on true
    left join lateral (${buildNearestMoveQuery(address, LAST)}) last_left on true
    left join lateral (${buildLargestSendQuery(address)}) largest_left on true`
}

interface Bound {
  wasTaken: RawBuilder<unknown>
  isWithinBound: RawBuilder<unknown>
  order: RawBuilder<unknown>
}

const FIRST: Bound = {
  wasTaken: sql`lost.first_seconds = kept.first_seconds`,
  isWithinBound: sql`height >= lost.first_height`,
  order: sql`height, seconds`,
}

const LAST: Bound = {
  wasTaken: sql`lost.last_height = kept.last_height`,
  isWithinBound: sql`height <= lost.last_height`,
  order: sql`height desc, seconds desc`,
}

function buildNearestMoveQuery(
  address: Address,
  { wasTaken, isWithinBound, order }: Bound,
): RawBuilder<unknown> {
  const isCandidate = sql`${wasTaken} and ${isWithinBound} and not (${buildIsTakenCondition(address, 'move')})
    and kept.transfers_in + kept.transfers_out > lost.transfers_out`
  return sql`
    (select height, seconds
    from (select *, block_ms / 1000 as seconds from chain_transfer where address = ${address}) move
    where lost.token <> ${NFTS} and (lost.token = ${ALL_TOKENS} or token = lost.token)
      and own_place is null and not is_dust and ${isCandidate}
    order by ${order} limit 1)
    union all
    (select height, seconds
    from (
      select *, block_ms / 1000 as seconds, ${NFTS} as token, false as is_emptied,
        null::text as own_place
      from chain_nft_move where address = ${address}
    ) move
    where lost.token = ${NFTS} and ${isCandidate}
    order by ${order} limit 1)`
}

function buildLargestSendQuery(address: Address): RawBuilder<unknown> {
  return sql`
    select units from chain_transfer
    where address = ${address} and token = lost.token and side = 'out' and own_place is null
      and lost.largest_sent = kept.largest_sent and units <= lost.largest_sent
      and kept.transfers_out > lost.transfers_out
      and not (${buildIsTakenCondition(address, 'chain_transfer')})
    order by units desc limit 1`
}

/**
 * Builds the `with` clauses that compute what the rows of `move`, all of them taken, added to the
 * stored sums of each token.
 */
function buildTheftLossesClauses(address: Address): RawBuilder<unknown> {
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

/** Addresses in the EVM count as partners of nobody. */
const IS_PARTNER = sql`length(counterparty) = length(kept.address)`

const buildLostContactsClause = (address: Address) => sql`
  lost_contacts as (
    select token,
      count(*) filter (where ${IS_PARTNER} and paid = outs) as recipients,
      count(*) filter (where ${IS_PARTNER} and paid = outs and in_count > 0) as mutual,
      count(*) filter (where ${IS_PARTNER} and paid > 1 and paid - outs <= 1)
        as repeat_recipients
    from lost_pair join chain_counterparty kept using (token, counterparty)
    cross join lateral (select out_count - own_count as paid) other
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
