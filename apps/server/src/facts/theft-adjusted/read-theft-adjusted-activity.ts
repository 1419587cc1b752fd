import { ALL_TOKENS, NFTS } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { type RawBuilder, sql } from 'kysely'
import { buildTakenMovesQuery } from './read-taken-moves.ts'
import { buildTheftAdjustedBoundsJoins } from './read-theft-adjusted-bounds.ts'
import { buildTheftLossesClauses } from './read-theft-losses.ts'

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
