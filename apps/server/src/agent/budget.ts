import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { ActionKind } from '../db/agent-tables.ts'
import type { Tables } from '../db/tables.ts'

/** Actions that visitors may have made on one UTC day: one visitor, and all of them together. */
export interface Budget {
  perVisitor: number
  inAll: number
}

export interface Spending {
  kind: ActionKind
  /** Who asks, such as an IP address; kept only as a hash that is another one each day. */
  visitor: string
}

/** Whose budget is used up, and when the next day begins. */
export interface Exhausted {
  whose: 'visitor' | 'all'
  limit: number
  secondsLeft: number
}

/** Who spends when all visitors do. */
const EVERYBODY = ''

/** Takes one action out of both budgets, or nothing when either is used up. To be rolled back with its action. */
export async function spend(
  db: Kysely<Tables>,
  { kind, visitor }: Spending,
  budget: Budget,
): Promise<Exhausted | null> {
  const { day, secondsLeft } = await openToday(db)
  const spender = createHash('sha256').update(`${day} ${visitor}`).digest('hex')
  const used = await lockUsed(db, { day, kind, spender })
  if (used.all >= budget.inAll) return { whose: 'all', limit: budget.inAll, secondsLeft }
  if (used.visitor >= budget.perVisitor) {
    return { whose: 'visitor', limit: budget.perVisitor, secondsLeft }
  }
  await sql`
    update agent_budget set used = used + 1
    where day = ${day} and kind = ${kind} and spender in (${EVERYBODY}, ${spender})`.execute(db)
  return null
}

/** Takes one action out of the cap of a day that no visitor shares; false when it is used up. */
export async function spendFromCap(
  db: Kysely<Tables>,
  kind: ActionKind,
  cap: number,
): Promise<boolean> {
  const { day } = await openToday(db)
  const { rows } = await sql`
    insert into agent_budget (day, kind, spender, used)
    select ${day}::date, ${kind}, ${EVERYBODY}, 1 where ${cap}::int > 0
    on conflict (day, kind, spender) do update set used = agent_budget.used + 1
    where agent_budget.used < ${cap}::int
    returning used`.execute(db)
  return rows.length > 0
}

/** The day it is, and how much of it is left; what was used on the days before is forgotten. */
async function openToday(db: Kysely<Tables>): Promise<{ day: string; secondsLeft: number }> {
  const { rows } = await sql<{ day: string; secondsLeft: number }>`
    select to_char(utc, 'YYYY-MM-DD') as day,
           ceil(extract(epoch from date_trunc('day', utc) + interval '1 day' - utc))::int as "secondsLeft"
    from (select now() at time zone 'utc' as utc) clock`.execute(db)
  const [today] = rows
  if (today === undefined) throw new RangeError('the database told no time')
  await sql`delete from agent_budget where day < ${today.day}`.execute(db)
  return today
}

interface Place {
  day: string
  kind: ActionKind
  spender: string
}

/** What both have used; nobody else can spend before the end of this transaction. */
async function lockUsed(db: Kysely<Tables>, { day, kind, spender }: Place) {
  await sql`
    insert into agent_budget (day, kind, spender)
    values (${day}, ${kind}, ${EVERYBODY}), (${day}, ${kind}, ${spender})
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ spender: string; used: number }>`
    select spender, used from agent_budget
    where day = ${day} and kind = ${kind} and spender in (${EVERYBODY}, ${spender})
    order by spender for update`.execute(db)
  const usedBy = (name: string) => rows.find((row) => row.spender === name)?.used ?? 0
  return { all: usedBy(EVERYBODY), visitor: usedBy(spender) }
}
