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
  if (estimates.length === 0) return
  await db.transaction().execute(async (queries) => {
    const free = await lockFreeAccounts(
      queries,
      estimates.map(({ address }) => address),
    )
    await upsertEstimates(
      queries,
      estimates.filter(({ address }) => free.has(address)),
    )
  })
}

/** Takes the lock of each account that nobody has, until the transaction ends. Returns these accounts. */
async function lockFreeAccounts(
  db: Kysely<Tables>,
  addresses: readonly Address[],
): Promise<ReadonlySet<Address>> {
  const { rows } = await sql<{ address: Address }>`
    select address from unnest(${addresses}::text[]) as address
    where pg_try_advisory_xact_lock(${ACCOUNT_LOCK}::int, hashtext(address))`.execute(db)
  return new Set(rows.map(({ address }) => address))
}

async function upsertEstimates(
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
