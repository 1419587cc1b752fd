import type { Address } from '@app/values/address.ts'
import type { RiskLevel } from '@app/values/risk-level.ts'
import { type Kysely, type QueryCreator, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import type { StoredScore } from './stored-score.ts'
import { ACCOUNT_LOCK } from './tracked-accounts.ts'

/** What an account scores by stored sums alone, without its NFTs of now. */
export interface Estimate {
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
  estimates: readonly Estimate[],
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

async function upsertEstimates(db: Kysely<Tables>, estimates: readonly Estimate[]): Promise<void> {
  const column = <Key extends keyof Estimate>(key: Key) => estimates.map((one) => one[key])
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
