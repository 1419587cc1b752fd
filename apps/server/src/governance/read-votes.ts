import { type Selectable, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Context } from '../runtime/context.ts'

/** A counted vote. */
export type CountedVoteRow = Selectable<Tables['dao_vote']>

/** Reads the counted votes of a proposal, oldest first. */
export async function readVotes(
  { db }: Pick<Context, 'db'>,
  proposalId: number,
): Promise<CountedVoteRow[]> {
  const { rows } = await sql<CountedVoteRow>`
    select * from (
      select distinct on (voter) * from dao_vote
      where proposal_id = ${proposalId} order by voter, sequence desc
    ) counted order by cast_at, voter`.execute(db)
  return rows
}
