import pg from 'pg'
import type { ServerClock } from './server-clock.ts'

/** The clocks that the code under test reads: of the server's process, and of PostgreSQL. */
export interface Clocks {
  /** Sets one of them as a fault of this kind says. */
  jump(kind: string): Promise<void>
}

const SECOND_MS = 1_000
const STEPS_MS = { '5 seconds': 5, '10 minutes': 600, 'a day': 86_400 }

interface Jump {
  clock: 'server' | 'database'
  byMs: number
}

const JUMPS: ReadonlyMap<string, Jump> = new Map(
  (['server', 'database'] as const).flatMap((clock) =>
    Object.entries(STEPS_MS).flatMap(([name, seconds]): [string, Jump][] => [
      [`${clock} clock ${name} ahead`, { clock, byMs: seconds * SECOND_MS }],
      [`${clock} clock ${name} back`, { clock, byMs: -seconds * SECOND_MS }],
    ]),
  ),
)

export const CLOCK_JUMPS: readonly string[] = [...JUMPS.keys()]

/**
 * Functions that hide those of PostgreSQL, by the search path of the database. A transaction has one time, so a jump
 * counts for those that begin after it.
 */
const DATABASE_CLOCK = `
create schema clock;
create table clock.jump (since timestamptz not null, ahead interval not null);
create function clock.ahead() returns interval language sql stable as $$
  select coalesce(sum(ahead), interval '0') from clock.jump where since <= pg_catalog.now() $$;
create function clock.now() returns timestamptz language sql stable as $$
  select pg_catalog.now() + clock.ahead() $$;
create function clock.clock_timestamp() returns timestamptz language sql volatile as $$
  select pg_catalog.clock_timestamp() + clock.ahead() $$;
create or replace function alert_queue.job_now() returns timestamptz language sql stable as $$
  select clock.now() $$;
do $$
declare
  found record;
begin
  for found in
    select format('alter table %I.%I alter %I set default clock.now()', table_schema, table_name, column_name) as change
    from information_schema.columns
    where column_default = 'now()' and table_schema in ('public', 'alert_queue')
  loop
    execute found.change;
  end loop;
end $$`

/** Statements of the database read this clock. The setting is not copied with a template. */
const USE_CLOCK = `
do $$ begin
  execute format('alter database %I set search_path = public, clock, pg_catalog', current_database());
end $$`

/** Installs a clock that can be set, for copies of a template; column defaults read it. */
export async function installDatabaseClock(templateUrl: string): Promise<void> {
  await query(templateUrl, DATABASE_CLOCK)
}

/** Opens the clocks of one schedule, whose database is a copy with a clock that can be set. */
export async function openClocks(databaseUrl: string, serverClock: ServerClock): Promise<Clocks> {
  await query(databaseUrl, USE_CLOCK)
  return {
    jump: async (kind) => {
      const jump = JUMPS.get(kind)
      if (jump === undefined) throw new RangeError(`no such jump of a clock: ${kind}`)
      if (jump.clock === 'server') serverClock.aheadMs += jump.byMs
      else await moveDatabaseClock(databaseUrl, jump.byMs)
    },
  }
}

/** Moves the clock of a database by some milliseconds, for every transaction that begins later. */
export async function moveDatabaseClock(databaseUrl: string, byMs: number): Promise<void> {
  const sql = `insert into clock.jump values (pg_catalog.now(), make_interval(secs => ${byMs / SECOND_MS}))`
  await query(databaseUrl, sql)
}

async function query(databaseUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
