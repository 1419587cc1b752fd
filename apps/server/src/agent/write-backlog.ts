import { ALL_TOKENS, NFTS } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import { readBlockTimeMs } from '../facts/load-coverage.ts'
import { isWorkable, type Work } from '../runtime/pauses.ts'

/** The stage, as it names its pauses. */
export const DISCOVERY = 'discovery'

/** Fewer transfers say too little about an account. */
const MIN_TRANSFERS = 8

/**
 * Reads the next changed accounts, at most `limit`, and lets those wait that have enough transfers and
 * that the scorer does not follow already. Moves the cursor with the same statement. Returns how many
 * changes were read.
 */
export async function queueChangedAccounts(db: Kysely<Tables>, limit: number): Promise<number> {
  const nowMs = await readBlockTimeMs(db)
  const { rows } = await sql<{ changes: number }>`
    with changed as (
      select seq, address from chain_change
      where (seq, address) > (select seq, address from agent_discovery_cursor)
      order by seq, address limit ${limit}
    ), moved as (
      update agent_discovery_cursor read set seq = last.seq, address = last.address
      from (select seq, address from changed order by seq desc, address desc limit 1) last
    ), queued as (
      insert into agent_backlog (address, waiting_since_ms, transfers)
      select changed.address, ${nowMs}::bigint, greatest(0, seen.transfers - coalesce(judged.transfers, 0))
      from changed
      cross join lateral (
        select coalesce(sum(transfers_in + transfers_out), 0)::bigint as transfers
        from chain_activity where address = changed.address and token in (${ALL_TOKENS}, ${NFTS})
      ) seen
      left join agent_account judged on judged.address = changed.address
      left join score_tracked_account tracked on tracked.address = changed.address
      where tracked.address is null and seen.transfers >= ${MIN_TRANSFERS}
      on conflict (address) do update set transfers = excluded.transfers
    )
    select count(*)::int as changes from changed`.execute(db)
  return rows[0]?.changes ?? 0
}

/** Moves the cursor over all changes up to now: no account waits because of them. */
export async function skipChanges(db: Kysely<Tables>): Promise<void> {
  await sql`
    update agent_discovery_cursor set seq = newest.seq, address = newest.address
    from (select seq, address from chain_change order by seq desc, address desc limit 1) newest`.execute(
    db,
  )
}

export interface Backlog {
  waiting: number
  /** Block time in Unix milliseconds since which the oldest waits; `null` when none does. */
  oldestMs: number | null
}

/** Those that cannot be judged for now are no backlog: they are counted as paused. */
export async function readBacklog(db: Kysely<Tables>): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*)::int as waiting, min(waiting_since_ms) as "oldestMs" from agent_backlog
    where not exists (select from runtime_pause where item = address and stage = ${DISCOVERY})`.execute(
    db,
  )
  return rows[0] ?? { waiting: 0, oldestMs: null }
}

export async function readMostChanged(
  db: Kysely<Tables>,
  { limit, pauses }: Work,
): Promise<Address[]> {
  const rows = await db
    .selectFrom('agent_backlog')
    .select('address')
    .where(isWorkable('address', pauses))
    .orderBy('transfers', 'desc')
    .orderBy('waiting_since_ms')
    .orderBy('address')
    .limit(limit)
    .execute()
  return rows.map(({ address }) => address)
}

export async function removeFromBacklog(db: Kysely<Tables>, address: Address): Promise<void> {
  await db.deleteFrom('agent_backlog').where('address', '=', address).execute()
}
