import type { Address } from '@app/values/address.ts'
import type { RiskLevel } from '@app/values/risk-level.ts'
import { sql } from 'kysely'
import type { Context } from '../runtime/context.ts'

/** The newest score of an account: a stored one, or an estimate of the agent. */
export interface CurrentScore {
  address: Address
  score: number
  riskLevel: RiskLevel
  confidence: number
}

/** Counts the accounts with a score by level. Reads every row of `score_current`. */
export async function countLevels({ db }: Pick<Context, 'db'>): Promise<Record<RiskLevel, number>> {
  const rows = await db
    .selectFrom('score_current')
    .select(['risk_level', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('risk_level')
    .execute()
  const counts = new Map(rows.map(({ risk_level, count }) => [risk_level, Number(count)]))
  const count = (level: RiskLevel) => counts.get(level) ?? 0
  return {
    HIGH_RISK: count('HIGH_RISK'),
    SUSPICIOUS: count('SUSPICIOUS'),
    NORMAL: count('NORMAL'),
    TRUSTED: count('TRUSTED'),
  }
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
