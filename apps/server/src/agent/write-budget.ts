import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { BudgetKind } from '../db/tables/agent-tables.ts'
import type { Tables } from '../db/tables/tables.ts'

/** Maximum number of actions per UTC day of block time: for one client, and for all clients together. */
export interface Budget {
  perClient: number
  total: number
}

/** Which budget is used up, and the seconds of block time until the next UTC day begins. */
export interface BudgetExhausted {
  scope: 'client' | 'all'
  limit: number
  secondsLeft: number
}

/** The `client_hash` of the budget that all clients share. */
const ALL_CLIENTS = ''

/**
 * Uses one action of both budgets, or of neither when one is used up. Call it in the transaction
 * that queues the action, so that both roll back together. Of the client, such as an IP address, only a hash that
 * changes daily is stored.
 */
export async function consumeBudget(
  db: Kysely<Tables>,
  { kind, client }: { kind: BudgetKind; client: string },
  { perClient, total }: Budget,
): Promise<BudgetExhausted | null> {
  const { day, secondsLeft } = await readDayAndDeleteOldUsage(db)
  const clientHash = createHash('sha256').update(`${day} ${client}`).digest('hex')
  await sql`
    insert into agent_budget (day, kind, client_hash)
    values (${day}, ${kind}, ${ALL_CLIENTS}), (${day}, ${kind}, ${clientHash})
    on conflict do nothing`.execute(db)
  const ofBoth = sql`day = ${day} and kind = ${kind} and client_hash in (${ALL_CLIENTS}, ${clientHash})`
  const { rows } = await sql<{ used: number }>`
    select used from agent_budget where ${ofBoth} order by client_hash for update`.execute(db)
  const [usedByAll = 0, usedByClient = 0] = rows.map(({ used }) => used)
  if (usedByAll >= total) return { scope: 'all', limit: total, secondsLeft }
  if (usedByClient >= perClient) return { scope: 'client', limit: perClient, secondsLeft }
  await sql`update agent_budget set used = used + 1 where ${ofBoth}`.execute(db)
  return null
}

/** Uses one action of a daily cap that is not split by client. Returns false when it is used up. */
export async function consumeDailyCap(
  db: Kysely<Tables>,
  kind: BudgetKind,
  cap: number,
): Promise<boolean> {
  const { day } = await readDayAndDeleteOldUsage(db)
  const { rows } = await sql`
    insert into agent_budget (day, kind, client_hash, used)
    select ${day}::date, ${kind}, ${ALL_CLIENTS}, 1 where ${cap}::int > 0
    on conflict (day, kind, client_hash) do update set used = agent_budget.used + 1
    where agent_budget.used < ${cap}::int
    returning used`.execute(db)
  return rows.length > 0
}

/**
 * Returns the UTC day of the latest indexed block, and the seconds of block time until it ends; those
 * of the wall clock while nothing is indexed. Deletes the usage of earlier days.
 */
async function readDayAndDeleteOldUsage(
  db: Kysely<Tables>,
): Promise<{ day: string; secondsLeft: number }> {
  const { rows } = await sql<{ day: string; secondsLeft: number }>`
    select to_char(utc, 'YYYY-MM-DD') as day,
           ceil(extract(epoch from date_trunc('day', utc) + interval '1 day' - utc))::int as "secondsLeft"
    from (select to_timestamp(coalesce(
      (select block_ms / 1000.0 from chain_cursor where direction = 'live'),
      extract(epoch from now()))) at time zone 'utc' as utc) clock`.execute(db)
  const [today] = rows
  if (today === undefined) throw new RangeError('the database returned no time')
  await sql`delete from agent_budget where day < ${today.day}`.execute(db)
  return today
}
