import type { Facts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import type { Selectable } from 'kysely'
import type { ScoreRow } from '../db/tables/score-tables.ts'
import type { Context } from '../runtime/context.ts'
import { toStoredScore } from './read-scores.ts'
import type { StoredScore } from './stored-score.ts'

/** Facts in their JSON form: amounts are decimal text. */
type AsJson<T> = T extends bigint ? string : T extends object ? { [K in keyof T]: AsJson<T[K]> } : T

type OffchainFacts = 'contacts' | 'listing' | 'community'

/** A score with the two canonical parts that its evidence hash covers. */
export interface ScoreWithInputs {
  score: StoredScore
  inputs: {
    chain: AsJson<Omit<Facts, OffchainFacts>>
    offchain: AsJson<Pick<Facts, OffchainFacts>>
  }
}

/** Reads the newest score of an account with its inputs; `null` when it has none. */
export async function readLatestWithInputs(
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
  return row === undefined ? null : toScoreWithInputs(row)
}

/** Reads the first score of an account with an evidence hash, or the newest one; `null` when none has it. */
export async function readByEvidenceHash(
  { db }: Pick<Context, 'db'>,
  { address, evidenceHash }: { address: Address; evidenceHash: string },
  which: 'first' | 'newest',
): Promise<ScoreWithInputs | null> {
  const row = await db
    .selectFrom('score_result')
    .selectAll()
    .where('address', '=', address)
    .where('evidence_hash', '=', evidenceHash)
    .orderBy('seq', which === 'first' ? 'asc' : 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : toScoreWithInputs(row)
}

/** Reads the newest score of every tracked account, in address order after `after`. */
export async function listWithInputs(
  { db }: Pick<Context, 'db'>,
  { limit, after }: { limit: number; after: string },
): Promise<ScoreWithInputs[]> {
  const rows = await db
    .selectFrom('score_tracked_account')
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('score_result')
          .selectAll()
          .whereRef('score_result.address', '=', 'score_tracked_account.address')
          .orderBy('seq', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .selectAll('newest')
    .where('score_tracked_account.address', '>', after as Address)
    .orderBy('score_tracked_account.address')
    .limit(limit)
    .execute()
  return rows.map(toScoreWithInputs)
}

function toScoreWithInputs(row: Selectable<ScoreRow>): ScoreWithInputs {
  const { contacts, listing, community, ...chain } = row.inputs as AsJson<Facts>
  return {
    score: toStoredScore(row),
    inputs: { chain, offchain: { contacts, listing, community } },
  }
}
