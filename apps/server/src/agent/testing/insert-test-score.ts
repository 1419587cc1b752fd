import type { Facts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { mapFactors } from '@app/values/factor.ts'
import type { EarlierScore } from '../../db/tables/score-tables.ts'
import type { Context } from '../../runtime/context.ts'

/** A score row in which all factors have the same value. */
export interface TestScore {
  address: Address
  evidenceHash: string
  /** Value of every factor, in units of 1/10,000. */
  value?: number
  toHeight?: number
  /** Covered share of the history, in units of 1/10,000. */
  completeness?: number
  version?: string
  facts?: Facts
  earlier?: EarlierScore
}

/** Returns 64 hex digits that differ for each number. */
export const toTestHash = (number: number): string => number.toString(16).padStart(64, 'a')

/** Inserts a score into the scorer's table without computing one. */
export async function insertTestScore(
  context: Pick<Context, 'db'>,
  score: TestScore,
): Promise<void> {
  const { address, evidenceHash, value = 5000, toHeight = 1, completeness = 10_000 } = score
  const { version = '1.0.0', facts = {}, earlier = null } = score
  const factors = mapFactors(() => ({ value, raw: value, known: 10_000 }))
  const { seq } = await context.db
    .selectFrom('score_result')
    .select((eb) => eb.fn.count<number>('seq').as('seq'))
    .where('address', '=', address)
    .executeTakeFirstOrThrow()
  await context.db
    .insertInto('score_result')
    .values({
      address,
      seq: Number(seq) + 1,
      version,
      earlier: earlier && JSON.stringify(earlier),
      score: value / 100,
      risk_level: 'NORMAL',
      factors: JSON.stringify(factors),
      confidence: 1,
      data_points: 1,
      flags: '[]',
      reasons: '[]',
      improve: '[]',
      verdict: '',
      findings: JSON.stringify(mapFactors(() => '')),
      inputs: JSON.stringify(facts, (_, one) => (typeof one === 'bigint' ? one.toString() : one)),
      evidence_hash: evidenceHash,
      from_height: 0,
      to_height: toHeight,
      completeness,
      computed_ms: 0,
    })
    .execute()
}
