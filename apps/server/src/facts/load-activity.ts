import { createEmptyActivity } from '@app/score/empty-facts.ts'
import { type ActivityFacts, ALL_TOKENS, NFTS, type TokenFacts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { ActivityRow } from '../db/tables/chain-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import { ACCOUNT, readByAccount } from './select-accounts.ts'
import { buildTheftAdjustedActivityQuery } from './theft-adjusted/read-theft-adjusted-activity.ts'

/** Maximum number of tokens in a score, busiest first. */
const MAX_SCORED_TOKENS = 20

export interface LoadedActivity {
  activity: ActivityFacts
  tokens: TokenFacts[]
  nfts: ActivityFacts | null
  dustIn: number
  /** Time of the last counted transfer or move; 0 when there is none. */
  lastSeconds: number
  lastHeight: number
}

/**
 * Loads the activity of each account: over all tokens, over NFTs, and in its busiest tokens. Where listed accounts took
 * anything from it (`robbed`), that is left out.
 */
export async function loadActivities(
  db: Kysely<Tables>,
  addresses: readonly Address[],
  robbed: ReadonlySet<Address>,
): Promise<ReadonlyMap<Address, LoadedActivity>> {
  const others = addresses.filter((address) => !robbed.has(address))
  const loaded = await readByAccount(
    db,
    others,
    (accounts) => sql<ActivityRow>`
      select activity.* from ${accounts} cross join lateral (
        select * from chain_activity where address = ${ACCOUNT} ${BUSIEST_FIRST}
      ) activity`,
    toLoadedActivity,
  )
  for (const address of others) if (!loaded.has(address)) loaded.set(address, toLoadedActivity([]))
  for (const address of robbed) {
    const { rows } = await sql<ActivityRow>`
      select * from (${buildTheftAdjustedActivityQuery(address)}) activity ${BUSIEST_FIRST}`.execute(
      db,
    )
    loaded.set(address, toLoadedActivity(rows))
  }
  return loaded
}

/** Selects the sums over all tokens, over NFTs, and of the busiest tokens. */
const BUSIEST_FIRST = sql`
  order by token in (${ALL_TOKENS}, ${NFTS}) desc, transfers_in + transfers_out desc,
    token collate "C"
  limit ${MAX_SCORED_TOKENS + 2}`

/** Converts the rows of one account, in the order of `BUSIEST_FIRST`. */
function toLoadedActivity(rows: readonly ActivityRow[]): LoadedActivity {
  const all = rows.find((row) => row.token === ALL_TOKENS)
  const nfts = rows.find((row) => row.token === NFTS)
  return {
    activity: all === undefined ? createEmptyActivity() : toActivity(all),
    tokens: rows
      .filter((row) => isScoredToken(row))
      .slice(0, MAX_SCORED_TOKENS)
      .map(toTokenFacts),
    nfts: nfts === undefined ? null : toActivity(nfts),
    dustIn: all?.dust_in ?? 0,
    lastSeconds: Math.max(all?.last_seconds ?? 0, nfts?.last_seconds ?? 0),
    lastHeight: Math.max(all?.last_height ?? 0, nfts?.last_height ?? 0),
  }
}

/** Returns whether the token has transfers other than received dust. */
function isScoredToken({ token, transfers_in, transfers_out }: ActivityRow): boolean {
  return token !== ALL_TOKENS && token !== NFTS && transfers_in + transfers_out > 0
}

function toActivity(row: ActivityRow): ActivityFacts {
  return {
    transfersIn: row.transfers_in,
    transfersOut: row.transfers_out,
    senders: row.senders,
    recipients: row.recipients,
    mutual: row.mutual,
    repeatSenders: row.repeat_senders,
    repeatRecipients: row.repeat_recipients,
    firstSeconds: row.first_seconds ?? 0,
    lastSeconds: row.last_seconds ?? 0,
    activeDays: row.active_days,
    activeHours: row.active_hours,
    daysIn: row.days_in,
    daysOut: row.days_out,
    daysBoth: row.days_both,
    busiestDay: row.busiest_day,
  }
}

function toTokenFacts(row: ActivityRow): TokenFacts {
  return {
    ...toActivity(row),
    token: row.token,
    received: row.received,
    sent: row.sent,
    largestReceived: row.largest_received,
    largestSent: row.largest_sent,
    sweptSameHour: row.swept_same_hour,
    sweptSameDay: row.swept_same_day,
    receivedMoment: row.received_moment,
    sentMoment: row.sent_moment,
  }
}
