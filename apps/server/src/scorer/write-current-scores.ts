import type { Address } from '@app/values/address.ts'
import type { RiskLevel } from '@app/values/risk-level.ts'
import { type Kysely, type QueryCreator, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import type { Context } from '../runtime/context.ts'
import type { StoredScore } from './stored-score.ts'
import { ACCOUNT_LOCK } from './tracked-accounts.ts'

/**
 * The newest score of an account: a stored one, or an estimate of the agent by stored sums alone, without its
 * NFTs of now.
 */
export interface CurrentScore {
  address: Address
  score: number
  riskLevel: RiskLevel
  confidence: number
}

/** Builds the statement that keeps a stored score as the newest one of its account, whose lock the caller holds. */
export function buildCurrentUpsert(db: QueryCreator<Tables>, stored: StoredScore) {
  const { address, seq, score, riskLevel, confidence } = stored
  const values = { seq, score, risk_level: riskLevel, confidence }
  return db
    .insertInto('score_current')
    .values({ address, ...values })
    .onConflict((conflict) => conflict.column('address').doUpdateSet(values))
}

/**
 * Keeps estimates of accounts without a stored score, which nobody asked about. Leaves out those that are
 * being scored at this moment: they get a stored score.
 */
export async function writeEstimates(
  db: Kysely<Tables>,
  estimates: readonly CurrentScore[],
): Promise<void> {
  const column = <Key extends keyof CurrentScore>(key: Key) => estimates.map((one) => one[key])
  await sql`
    insert into score_current (address, seq, score, risk_level, confidence)
    select address, 0, score, risk_level, confidence
    from unnest(${column('address')}::text[], ${column('score')}::float8[],
      ${column('riskLevel')}::text[], ${column('confidence')}::float8[])
      as estimate (address, score, risk_level, confidence)
    where pg_try_advisory_xact_lock(${ACCOUNT_LOCK}::int, hashtext(address))
    on conflict (address) do update set
      score = excluded.score, risk_level = excluded.risk_level, confidence = excluded.confidence
    where score_current.seq = 0`.execute(db)
}

/** Counts the accounts with a score by level. Reads every row of `score_current`. */
export async function countLevels({ db }: Pick<Context, 'db'>): Promise<Record<RiskLevel, number>> {
  const rows = await db
    .selectFrom('score_current')
    .select(['risk_level', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('risk_level')
    .execute()
  const counts = Object.fromEntries(rows.map(({ risk_level, count }) => [risk_level, count]))
  return { HIGH_RISK: 0, SUSPICIOUS: 0, NORMAL: 0, TRUSTED: 0, ...counts }
}

/**
 * Reads `anyLevel` accounts by a hash of their address, and `highRisk` of those at high risk by the same
 * hash: the same accounts each time, whatever they score.
 */
export async function readSample(
  { db }: Pick<Context, 'db'>,
  { anyLevel, highRisk }: { anyLevel: number; highRisk: number },
): Promise<CurrentScore[]> {
  const { rows } = await sql<CurrentScore>`
    with drawn as (
      (select * from score_current order by sample_key, address limit ${anyLevel})
      union
      (select * from score_current where risk_level = 'HIGH_RISK'
       order by sample_key, address limit ${highRisk})
    )
    select address, score, risk_level as "riskLevel", confidence from drawn
    order by sample_key, address`.execute(db)
  return rows
}

/** Reads the newest score of an account; `null` when it has none. */
export async function readCurrentScore(
  { db }: Pick<Context, 'db'>,
  address: Address,
): Promise<CurrentScore | null> {
  const row = await db
    .selectFrom('score_current')
    .select(['address', 'score', 'risk_level as riskLevel', 'confidence'])
    .where('address', '=', address)
    .executeTakeFirst()
  return row ?? null
}
