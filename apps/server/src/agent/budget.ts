import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { ActionKind } from '../db/agent-tables.ts'
import type { Tables } from '../db/tables.ts'

/** Actions that visitors may have made on one UTC day: one visitor, and all of them together. */
export interface Budget {
  perClient: number
  total: number
}

export interface BudgetRequest {
  kind: ActionKind
  /** Who asks, such as an IP address; kept only as a hash that is another one each day. */
  client: string
}

/** Whose budget is used up, and when the next day begins. */
export interface BudgetExhausted {
  scope: 'client' | 'all'
  limit: number
  secondsLeft: number
}

/** Who spends when all visitors do. */
const ALL_CLIENTS = ''

/** Takes one action out of both budgets, or nothing when either is used up. To be rolled back with its action. */
export async function consumeBudget(
  db: Kysely<Tables>,
  { kind, client }: BudgetRequest,
  budget: Budget,
): Promise<BudgetExhausted | null> {
  const { day, secondsLeft } = await readBudgetDay(db)
  const clientHash = createHash('sha256').update(`${day} ${client}`).digest('hex')
  const used = await lockBudgetUsage(db, { day, kind, clientHash })
  if (used.all >= budget.total) return { scope: 'all', limit: budget.total, secondsLeft }
  if (used.client >= budget.perClient) {
    return { scope: 'client', limit: budget.perClient, secondsLeft }
  }
  await sql`
    update agent_budget set used = used + 1
    where day = ${day} and kind = ${kind} and client_hash in (${ALL_CLIENTS}, ${clientHash})`.execute(
    db,
  )
  return null
}

/** Takes one action out of the cap of a day that no visitor shares; false when it is used up. */
export async function consumeDailyCap(
  db: Kysely<Tables>,
  kind: ActionKind,
  cap: number,
): Promise<boolean> {
  const { day } = await readBudgetDay(db)
  const { rows } = await sql`
    insert into agent_budget (day, kind, client_hash, used)
    select ${day}::date, ${kind}, ${ALL_CLIENTS}, 1 where ${cap}::int > 0
    on conflict (day, kind, client_hash) do update set used = agent_budget.used + 1
    where agent_budget.used < ${cap}::int
    returning used`.execute(db)
  return rows.length > 0
}

/** The day it is, and how much of it is left; what was used on the days before is forgotten. */
async function readBudgetDay(db: Kysely<Tables>): Promise<{ day: string; secondsLeft: number }> {
  const { rows } = await sql<{ day: string; secondsLeft: number }>`
    select to_char(utc, 'YYYY-MM-DD') as day,
           ceil(extract(epoch from date_trunc('day', utc) + interval '1 day' - utc))::int as "secondsLeft"
    from (select now() at time zone 'utc' as utc) clock`.execute(db)
  const [today] = rows
  if (today === undefined) throw new RangeError('the database told no time')
  await sql`delete from agent_budget where day < ${today.day}`.execute(db)
  return today
}

interface BudgetKey {
  day: string
  kind: ActionKind
  clientHash: string
}

/** What both have used; nobody else can spend before the end of this transaction. */
async function lockBudgetUsage(db: Kysely<Tables>, { day, kind, clientHash }: BudgetKey) {
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
