import type { Facts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import type { Context } from '../context.ts'
import { toStoredScore } from './read-scores.ts'
import type { StoredScore } from './stored-score.ts'

/** Facts as JSON holds them: amounts are decimal text. */
type InJson<T> = T extends bigint ? string : T extends object ? { [K in keyof T]: InJson<T[K]> } : T

type OffchainFacts = 'contacts' | 'listing'

/** A score with the two canonical parts that its evidence hash is taken over. */
export interface ScoreWithInputs {
  score: StoredScore
  inputs: {
    chain: InJson<Omit<Facts, OffchainFacts>>
    offchain: InJson<Pick<Facts, OffchainFacts>>
  }
}

/** The newest score of an account with its inputs, `null` when it was never scored. */
export async function latestWithInputs(
  { db }: Pick<Context, 'db'>,
  address: Address,
): Promise<ScoreWithInputs | null> {
  const row = await db
    .selectFrom('score_result')
    .selectAll()
    .where('address', '=', address)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  const { contacts, listing, ...chain } = row.inputs as InJson<Facts>
  return { score: toStoredScore(row), inputs: { chain, offchain: { contacts, listing } } }
}
