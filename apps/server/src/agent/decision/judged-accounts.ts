import type { JudgedAccounts } from '@app/score/behaviour/benjamini-hochberg.ts'
import type { Facts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import type { RiskLevel } from '@app/values/risk-level.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'

/** What was found about an account at a block time. */
export interface JudgedAccount {
  address: Address
  judgedMs: number
  /** Of tokens and NFTs, both ways, at that time. */
  transfers: number
  score: number
  riskLevel: RiskLevel
  pValue: number
  /** Number of the stored score; `null` where none was stored. */
  scoreSeq: number | null
  version: string
  /** See `decideExcuse`. */
  excusedScore: number | null
}

const DAY_MS = 86_400_000

/** Stores what was found about accounts, and takes them off the accounts that wait. */
export async function writeJudgedAccounts(
  db: Kysely<Tables>,
  findings: readonly JudgedAccount[],
): Promise<void> {
  if (findings.length === 0) return
  const column = <Key extends keyof JudgedAccount>(key: Key) =>
    findings.map((finding) => finding[key])
  await sql`
    insert into agent_account (address, judged_ms, transfers, score, risk_level, p_value, score_seq,
      version, excused_score)
    select * from unnest(${column('address')}::text[], ${column('judgedMs')}::bigint[],
      ${column('transfers')}::bigint[], ${column('score')}::float8[],
      ${column('riskLevel')}::text[], ${column('pValue')}::float8[], ${column('scoreSeq')}::bigint[],
      ${column('version')}::text[], ${column('excusedScore')}::float8[])
    on conflict (address) do update set
      previous_ms = case when agent_account.judged_ms <= excluded.judged_ms - ${DAY_MS}::bigint
                         then agent_account.judged_ms else agent_account.previous_ms end,
      judged_ms = excluded.judged_ms, transfers = excluded.transfers, score = excluded.score,
      risk_level = excluded.risk_level, p_value = excluded.p_value,
      version = excluded.version, excused_score = excluded.excused_score,
      score_seq = coalesce(excluded.score_seq, agent_account.score_seq)`.execute(db)
  await db.deleteFrom('agent_backlog').where('address', 'in', column('address')).execute()
}

/** Returns the number of transfers of tokens and NFTs of an account, both ways. */
export function countTransfers({ activity, nfts }: Pick<Facts, 'activity' | 'nfts'>): number {
  const ofNfts = nfts === null ? 0 : nfts.transfersIn + nfts.transfersOut
  return activity.transfersIn + activity.transfersOut + ofNfts
}

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
