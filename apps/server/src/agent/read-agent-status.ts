import {
  computeAdmissionLimit,
  computeExpectedFalseAlarms,
} from '@app/score/behaviour/benjamini-hochberg.ts'
import { sql } from 'kysely'
import { readBlockTimeMs } from '../facts/load-coverage.ts'
import type { Context } from '../runtime/context.ts'
import { readJudgedDay } from './decision/read-judged-day.ts'
import { IS_UNSIGNED } from './history/read-history.ts'
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
          from agent_entry entry where not (${IS_UNSIGNED})) entries`.execute(db)
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
