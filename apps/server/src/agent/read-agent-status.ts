import {
  computeAdmissionLimit,
  computeExpectedFalseAlarms,
} from '@app/score/behaviour/benjamini-hochberg.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import { readBlockTimeMs } from '../facts/load-coverage.ts'
import type { Context } from '../runtime/context.ts'
import { readJudgedDay } from './decision/judged-accounts.ts'
import { IS_UNSIGNED_REPORT } from './history/read-history.ts'
import { type Backlog, readBacklog } from './write-backlog.ts'

/** Counters of the agent since it began; reports of people without a signature are none of its actions. */
interface AgentCounts {
  totalActions: number
  successfulActions: number
  failedActions: number
  /** Accounts that were judged at least once. */
  processedAddresses: number
}

export async function readAgentCounts({ db }: Pick<Context, 'db'>): Promise<AgentCounts> {
  const { rows } = await sql<AgentCounts>`
    select total::int as "totalActions", successful::int as "successfulActions",
      (total - successful)::int as "failedActions",
      (select count(*) from agent_account)::int as "processedAddresses"
    from (select count(*) as total, count(*) filter (where success) as successful
          from agent_entry entry where not (${IS_UNSIGNED_REPORT})) entries`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new RangeError('the database returned no counts')
  return counts
}

/** What was judged in the last 24 hours of block time, and what waits. */
export interface Judgements {
  judged: number
  /** Upper bound of the ordinary accounts among those that behaviour alone accuses. */
  expectedFalseAlarms: number
  backlog: Backlog
  /** Block time that the oldest waiting account waits. */
  oldestWaitingSeconds: number
}

export async function readJudgements({ db }: Pick<Context, 'db'>): Promise<Judgements> {
  const nowMs = await readBlockTimeMs(db)
  const day = await readJudgedDay(db, nowMs)
  const backlog = await readBacklog(db)
  const expected = computeExpectedFalseAlarms(day.judged, computeAdmissionLimit(day))
  return {
    judged: day.judged,
    expectedFalseAlarms: Number(expected.toFixed(2)),
    backlog,
    oldestWaitingSeconds: Math.max(0, Math.floor((nowMs - (backlog.oldestMs ?? nowMs)) / 1000)),
  }
}

/** Longer than the maximum pause between two steps of the outbox, which backs off up to a minute. */
const HEARTBEAT_TIMEOUT_SECONDS = 90

export interface Heartbeat {
  /**
   * Whether a process with the role `agent` recorded a heartbeat within the timeout. One further in the future does
   * not count: the clock was set back since, and it would count until the clock has caught up.
   */
  isAlive: boolean
  /** Unix milliseconds of the last heartbeat, at most now; `null` if there is none. */
  lastMs: number | null
  /** The account with which the agent publishes, flags and proposes; `null` before one ran. */
  keyAddress: Address | null
}

export async function readHeartbeat(db: Kysely<Tables>): Promise<Heartbeat> {
  const { rows } = await sql<{ isAlive: boolean; beatAt: Date; keyAddress: Address }>`
    select abs(extract(epoch from now() - recorded_at)) < ${HEARTBEAT_TIMEOUT_SECONDS}::int as "isAlive",
      least(recorded_at, now()) as "beatAt", key_address as "keyAddress"
    from agent_heartbeat`.execute(db)
  const [row] = rows
  return {
    isAlive: row?.isAlive ?? false,
    lastMs: row?.beatAt.getTime() ?? null,
    keyAddress: row?.keyAddress ?? null,
  }
}
