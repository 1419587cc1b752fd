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
 * that the scorer does not follow already. Moves the cursor in the same transaction. Returns how many
 * changes were read.
 */
export async function queueChangedAccounts(db: Kysely<Tables>, limit: number): Promise<number> {
  return await db.transaction().execute(async (queries) => {
    const changes = await readNextChanges(queries, limit)
    const last = changes.at(-1)
    if (last === undefined) return 0
    await insertWaiting(
      queries,
      changes.map(({ address }) => address),
    )
    await queries
      .updateTable('agent_discovery_cursor')
      .set(last)
      .where(sql<boolean>`(seq, address) < (${last.seq}, ${last.address})`)
      .execute()
    return changes.length
  })
}

/** Moves the cursor over all changes up to now: no account waits because of them. */
export async function skipChanges(db: Kysely<Tables>): Promise<void> {
  await sql`
    update agent_discovery_cursor set seq = newest.seq, address = newest.address
    from (select seq, address from chain_change order by seq desc, address desc limit 1) newest`.execute(
    db,
  )
}

function readNextChanges(
  db: Kysely<Tables>,
  limit: number,
): Promise<{ seq: number; address: Address }[]> {
  return db
    .selectFrom('chain_change')
    .select(['seq', 'address'])
    .where(sql<boolean>`(seq, address) > (select seq, address from agent_discovery_cursor)`)
    .orderBy('seq')
    .orderBy('address')
    .limit(limit)
    .execute()
}

async function insertWaiting(db: Kysely<Tables>, addresses: readonly Address[]): Promise<void> {
  const nowMs = await readBlockTimeMs(db)
  await sql`
    insert into agent_backlog (address, waiting_since_ms, transfers)
    select changed.address, ${nowMs}, greatest(0, seen.transfers - coalesce(judged.transfers, 0))
    from unnest(${addresses}::text[]) as changed (address)
    cross join lateral (
      select coalesce(sum(transfers_in + transfers_out), 0)::bigint as transfers
      from chain_activity where address = changed.address and token in (${ALL_TOKENS}, ${NFTS})
    ) seen
    left join agent_account judged on judged.address = changed.address
    left join score_tracked_account tracked on tracked.address = changed.address
    where tracked.address is null and seen.transfers >= ${MIN_TRANSFERS}
    on conflict (address) do update set transfers = excluded.transfers`.execute(db)
}

/** Accounts that wait to be judged. */
export interface Backlog {
  waiting: number
  /** Block time in Unix milliseconds since which the oldest waits; `null` when none does. */
  oldestMs: number | null
}

/** Those that cannot be judged for now are no backlog: they are counted as paused. */
export async function readBacklog(db: Kysely<Tables>): Promise<Backlog> {
  return await db
    .selectFrom('agent_backlog')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('runtime_pause')
            .whereRef('item', '=', 'agent_backlog.address')
            .where('stage', '=', DISCOVERY),
        ),
      ),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      fn.min('waiting_since_ms').as('oldestMs'),
    ])
    .executeTakeFirstOrThrow()
}

/** Reads the accounts that wait, the most changed ones first. */
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
