import { sql } from 'kysely'
import type { Context } from './context.ts'
import { isRetryable } from './stage.ts'

/** What failed in a stage, such as the judgement of an account, and waits so that it blocks nothing else. */
export interface Pauses {
  /** Items that wait now, with those that failed in this step: a list of work leaves them out. */
  waiting: readonly string[]
  /** Items whose pause is over: they are tried again. */
  due: readonly string[]
  /**
   * Does the work of an item that does not wait. When it throws, the error is logged and the item waits, twice as long
   * after each failure; an error that concerns everything, such as of a busy node, is thrown on. Resolves to whether the
   * work was done.
   */
  attempt(item: string, work: () => Promise<unknown>): Promise<boolean>
}

/** How much work a step takes at most, and what it leaves out. */
export interface Work {
  limit: number
  pauses: Pick<Pauses, 'waiting'>
}

/** SQL: whether the item in a column does not wait. */
export const isWorkable = (column: string, { waiting }: Pick<Pauses, 'waiting'>) =>
  sql<boolean>`${sql.ref(column)} <> all(${waiting}::text[])`

const FIRST_SECONDS = 60
const LONGEST_SECONDS = 3_600

/** An item that no step tries again in this time after its pause is not worked on any more, such as a closed case. */
const IS_ABANDONED = sql<boolean>`retry_at < now() - interval '1 day'`

/**
 * Reads the pauses of a stage, by the clock of the database. A step reads them once. What is not worked on any more is
 * deleted, unless the stage tries again by `due` alone, and so may not have come to it yet.
 */
export async function readPauses(
  { db, log }: Pick<Context, 'db' | 'log'>,
  stage: string,
  { retriesDue = false } = {},
): Promise<Pauses> {
  const rows = await db
    .selectFrom('runtime_pause')
    .select([
      'item',
      sql<boolean>`retry_at > now()`.as('isWaiting'),
      IS_ABANDONED.as('isAbandoned'),
    ])
    .where('stage', '=', stage)
    .orderBy('retry_at')
    .execute()
  if (!retriesDue && rows.some(({ isAbandoned }) => isAbandoned)) await removeAbandoned(db, stage)
  const waiting = rows.filter(({ isWaiting }) => isWaiting).map(({ item }) => item)
  const due = rows.filter(({ isWaiting }) => !isWaiting).map(({ item }) => item)
  const failed = new Set(due)
  return {
    waiting,
    due,
    attempt: async (item, work) => {
      if (waiting.includes(item)) return false
      try {
        await work()
      } catch (error) {
        if (isRetryable(error)) throw error
        const failures = await writePause(db, stage, item)
        waiting.push(item)
        if (isLogDue(log, stage)) {
          log.error(
            { stage, item, failures, err: error },
            'an item failed: it is tried again later',
          )
        }
        return false
      }
      if (failed.has(item)) await removePause(db, stage, item)
      return true
    },
  }
}

const LOG_INTERVAL_MS = 60_000
const lastLogged = new WeakMap<object, Map<string, number>>()

/** Each stage logs one failure a minute, however many items fail: all are in the table, and counted by a metric. */
function isLogDue(log: object, stage: string): boolean {
  const ofStages = lastLogged.get(log) ?? new Map<string, number>()
  lastLogged.set(log, ofStages)
  const nowMs = performance.now()
  if (nowMs - (ofStages.get(stage) ?? Number.NEGATIVE_INFINITY) < LOG_INTERVAL_MS) return false
  ofStages.set(stage, nowMs)
  return true
}

/** Returns how many times the item has failed. */
async function writePause(db: Context['db'], stage: string, item: string): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    insert into runtime_pause as pause (stage, item, failures, retry_at)
    values (${stage}, ${item}, 1, now() + make_interval(secs => ${FIRST_SECONDS}))
    on conflict (stage, item) do update set
      failures = pause.failures + 1,
      retry_at = now() + make_interval(
        secs => least(${LONGEST_SECONDS}, ${FIRST_SECONDS} * 2 ^ least(pause.failures, 10)))
    returning failures`.execute(db)
  return rows[0]?.failures ?? 1
}

async function removePause(db: Context['db'], stage: string, item: string): Promise<void> {
  await db.deleteFrom('runtime_pause').where('stage', '=', stage).where('item', '=', item).execute()
}

async function removeAbandoned(db: Context['db'], stage: string): Promise<void> {
  await db.deleteFrom('runtime_pause').where('stage', '=', stage).where(IS_ABANDONED).execute()
}
