import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { BudgetKind } from '../db/tables/agent-tables.ts'
import type { Tables } from '../db/tables/tables.ts'

/**
 * Maximum number of actions per UTC day of block time: for one client, and for all clients together.
 */
interface Budget {
  perClient: number
  total: number
}

interface BudgetRequest {
  kind: BudgetKind
  /** The client, such as its IP address. Only a hash that changes daily is stored. */
  client: string
}

/** Which budget is used up, and the seconds of block time until the next UTC day begins. */
export interface BudgetExhausted {
  scope: 'client' | 'all'
  limit: number
  secondsLeft: number
}

/**
 * Uses one action of both budgets, or of neither when one is used up. Call it in the transaction
 * that queues the action, so that both roll back together.
 */
export async function consumeBudget(
  db: Kysely<Tables>,
  { kind, client }: BudgetRequest,
  budget: Budget,
): Promise<BudgetExhausted | null> {
  const { day, secondsLeft } = await readDayAndDeleteOldUsage(db)
  const clientHash = createHash('sha256').update(`${day} ${client}`).digest('hex')
  const used = await readAndLockBudgetUsage(db, { day, kind, clientHash })
  if (used.all >= budget.total) return { scope: 'all', limit: budget.total, secondsLeft }
  if (used.client >= budget.perClient) {
    return { scope: 'client', limit: budget.perClient, secondsLeft }
  }
  await incrementUsage(db, { day, kind, clientHash })
  return null
}

/** Uses one action of a daily cap that is not split by client. Returns false when it is used up. */
export async function consumeDailyCap(
  db: Kysely<Tables>,
  kind: BudgetKind,
  cap: number,
): Promise<boolean> {
  const { day } = await readDayAndDeleteOldUsage(db)
  return await incrementUsageWithin(db, { day, kind, cap })
}

/** The `client_hash` of the budget that all clients share. */
const ALL_CLIENTS = ''

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
    from (select to_timestamp(${readBlockSeconds()}) at time zone 'utc' as utc) clock`.execute(db)
  const [today] = rows
  if (today === undefined) throw new RangeError('the database returned no time')
  await sql`delete from agent_budget where day < ${today.day}`.execute(db)
  return today
}

/** Unix seconds of the latest indexed block; of the wall clock while nothing is indexed. */
const readBlockSeconds = () => sql`coalesce(
  (select block_ms / 1000.0 from chain_cursor where direction = 'live'),
  extract(epoch from now()))`

interface BudgetKey {
  day: string
  kind: BudgetKind
  clientHash: string
}

/**
 * Returns the usage of the client and of all clients together, and locks both rows until the end of
 * the transaction.
 */
async function readAndLockBudgetUsage(db: Kysely<Tables>, { day, kind, clientHash }: BudgetKey) {
  await sql`
    insert into agent_budget (day, kind, client_hash)
    values (${day}, ${kind}, ${ALL_CLIENTS}), (${day}, ${kind}, ${clientHash})
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ client_hash: string; used: number }>`
    select client_hash, used from agent_budget
    where day = ${day} and kind = ${kind} and client_hash in (${ALL_CLIENTS}, ${clientHash})
    order by client_hash for update`.execute(db)
  const findUsage = (name: string) => rows.find((row) => row.client_hash === name)?.used ?? 0
  return { all: findUsage(ALL_CLIENTS), client: findUsage(clientHash) }
}

/** Adds one action to the usage of the client and to the shared usage. */
async function incrementUsage(
  db: Kysely<Tables>,
  { day, kind, clientHash }: BudgetKey,
): Promise<void> {
  await sql`
    update agent_budget set used = used + 1
    where day = ${day} and kind = ${kind} and client_hash in (${ALL_CLIENTS}, ${clientHash})`.execute(
    db,
  )
}

/**
 * Adds one action to the shared usage unless it has reached `cap`. Returns whether it was added.
 */
async function incrementUsageWithin(
  db: Kysely<Tables>,
  { day, kind, cap }: Pick<BudgetKey, 'day' | 'kind'> & { cap: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into agent_budget (day, kind, client_hash, used)
    select ${day}::date, ${kind}, ${ALL_CLIENTS}, 1 where ${cap}::int > 0
    on conflict (day, kind, client_hash) do update set used = agent_budget.used + 1
    where agent_budget.used < ${cap}::int
    returning used`.execute(db)
  return rows.length > 0
}
