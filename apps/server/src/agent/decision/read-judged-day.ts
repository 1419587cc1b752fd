import type { JudgedAccounts } from '@app/score/behaviour/benjamini-hochberg.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'

const DAY_MS = 86_400_000

/**
 * Reads the p-values of the accounts that were judged in the 24 hours of block time before `nowMs`, with
 * their number: at least as many as in the 24 hours before, so that an hour with few accounts does not
 * make accusations easier.
 */
export async function readJudgedDay(db: Kysely<Tables>, nowMs: number): Promise<JudgedAccounts> {
  const [from, before] = [nowMs - DAY_MS, nowMs - 2 * DAY_MS]
  const { rows: pValues } = await sql<{ pValue: number; accounts: number }>`
    select p_value as "pValue", count(*)::int as accounts from agent_account
    where judged_ms > ${from} and p_value <= 0.1
    group by p_value`.execute(db)
  const { rows } = await sql<{ judged: number }>`
    select greatest(
      (select count(*) from agent_account where judged_ms > ${from}),
      (select count(*) from agent_account where judged_ms > ${before} and judged_ms <= ${from})
      + (select count(*) from agent_account
         where previous_ms > ${before} and previous_ms <= ${from} and judged_ms > ${from})
    )::int as judged`.execute(db)
  return { pValues, judged: rows[0]?.judged ?? 0 }
}
