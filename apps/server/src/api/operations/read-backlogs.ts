import { BREAK_BELOW_SCORE, MIN_VOTER_SCORE } from '@app/values/limits.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { PUBLICATION_EVENT } from '../../governance/mirror/write-event.ts'

/** What waits, and how long, by the clock of the database. Ages are 0 where nothing waits. */
export interface Backlogs {
  /** `stuckSeconds`: how long a signed transaction has not ended, or nothing has ended although actions wait. */
  outbox: { queued: number; sent: number; stuckSeconds: number; recentFailures: number }
  /** `oldestSeconds`: of those that were never tried; `deadOwners`: whose alerts the dead ones are. */
  deliveries: { waiting: number; dead: number; deadOwners: number; oldestSeconds: number }
  /** `null`: there was never an agent. */
  heartbeatAgeSeconds: number | null
  /** Items of any stage that failed and are tried again later; one that is not tried any more has nothing left to do. */
  pausedItems: number
  votes: number
  proposals: number
  /** At the time of the latest indexed block. */
  proposalsVoting: number
  /**
   * Addresses that one publisher gives the score of a voter, and another one a break, both by their newest
   * records of the last day of block time. Dismissed publishers are left out.
   */
  contradictedVoters: number
  /** Events, logs and amounts of the EVM that the indexer left out. */
  evmSkipped: number
  databaseBytes: number
  /** Of the write-ahead log; `null` where PostgreSQL has archived nothing. */
  archiveAgeSeconds: number | null
  isArchiveFailing: boolean
}

/** Reads the backlogs of all processes; each part is answered by an index, or by few rows. */
export async function readBacklogs({ db }: { db: Kysely<Tables> }): Promise<Backlogs> {
  const [outbox, deliveries, contradictedVoters, rest] = await Promise.all([
    readOutbox(db),
    readDeliveries(db),
    countContradictedVoters(db),
    readGovernanceAndDatabase(db),
  ])
  return { outbox, deliveries, contradictedVoters, ...rest }
}

/** A queue of what people ask for is long, and not stuck, while its actions end one after the other. */
async function readOutbox(db: Kysely<Tables>): Promise<Backlogs['outbox']> {
  const { rows } = await sql<Backlogs['outbox']>`
    select count(*) filter (where status = 'queued')::int as queued,
      count(*) filter (where status = 'sent')::int as sent,
      coalesce(extract(epoch from now() - least(
        (select min(created_at) from agent_transaction where outcome is null),
        case when count(*) > 0 then greatest(min(created_at), (
          select max(changed_at) from (
            select changed_at from agent_action where status in ('sealed', 'failed')
            order by id desc limit 1000) ended)) end
      )), 0)::float8 as "stuckSeconds",
      (select count(*) filter (where status = 'failed' and not is_moot
          and changed_at > now() - interval '1 hour')::int
       from (select status, is_moot, changed_at from agent_action order by id desc limit 1000) newest
      ) as "recentFailures"
    from agent_action where status in ('queued', 'sent')`.execute(db)
  return getOnly(rows)
}

/**
 * `held` alerts wait for their digest on purpose, and those that a receiver did not take for their next attempt; what a
 * person has sent to try a receiver may fail.
 */
async function readDeliveries(db: Kysely<Tables>): Promise<Backlogs['deliveries']> {
  const { rows } = await sql<Backlogs['deliveries']>`
    select count(*)::int as waiting,
      coalesce(extract(epoch from now() - min(created_at) filter (where attempts = 0)), 0)::float8
        as "oldestSeconds",
      (select count(*)::int from ${DEAD_LATELY}) as dead,
      (select count(distinct owner)::int from ${DEAD_LATELY}) as "deadOwners"
    from alert_delivery where status = 'waiting'`.execute(db)
  return getOnly(rows)
}

const DEAD_LATELY = sql`
  alert_delivery where status = 'dead' and attempted_at > now() - interval '1 day'
    and type not in ('webhook.test', 'webhook.challenge')`

type Rest = Omit<Backlogs, 'outbox' | 'deliveries' | 'contradictedVoters'>

async function readGovernanceAndDatabase(db: Kysely<Tables>): Promise<Rest> {
  const { rows } = await sql<Rest>`
    select (select count(*)::int from runtime_pause where retry_at > now() - interval '1 hour')
        as "pausedItems",
      (select count(*)::int from dao_vote) as votes,
      (select count(*)::int from dao_proposal) as proposals,
      (select count(*)::int from dao_proposal
       where voting_ends_at > (select max(block_ms) / 1000 from chain_cursor)) as "proposalsVoting",
      (select extract(epoch from now() - recorded_at)::float8 from agent_heartbeat)
        as "heartbeatAgeSeconds",
      (select count::float8 from chain_evm_skipped) as "evmSkipped",
      pg_database_size(current_database())::float8 as "databaseBytes",
      extract(epoch from now() - last_archived_time)::float8 as "archiveAgeSeconds",
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
        as "isArchiveFailing"
    from pg_stat_archiver`.execute(db)
  return getOnly(rows)
}

/** The type is a literal, as in the index `chain_contract_event_publication_time`. */
async function countContradictedVoters(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select address from (
        select distinct on (fields ->> 'address', fields ->> 'publisher')
          fields ->> 'address' as address, (fields ->> 'scoreTenths')::int as tenths
        from chain_contract_event
        where type = ${sql.lit(PUBLICATION_EVENT)}
          and block_ms > (select max(block_ms) from chain_cursor) - ${DAY_MS}
          and fields ->> 'publisher' not in (select publisher from chain_publisher where is_dismissed)
        order by fields ->> 'address', fields ->> 'publisher',
          height desc, tx_index desc, event_index desc
      ) newest
      group by address
      having max(tenths) >= ${VOTER_TENTHS} and min(tenths) < ${BREAK_TENTHS}
    ) contradicted`.execute(db)
  return getOnly(rows).count
}

const DAY_MS = 86_400_000
const VOTER_TENTHS = MIN_VOTER_SCORE * 10
const BREAK_TENTHS = BREAK_BELOW_SCORE * 10

function getOnly<T>([row]: readonly T[]): T {
  if (row === undefined) throw new RangeError('the database returned no row')
  return row
}
