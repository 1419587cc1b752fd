import type { Address } from '@app/values/address.ts'
import { type Selectable, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
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

/** Reads the counted votes of a wallet on proposals, by proposal; true means For. */
export async function readOwnVotes(
  { db }: Pick<Context, 'db'>,
  voter: Address,
  proposalIds: readonly number[],
): Promise<Map<number, boolean>> {
  const { rows } = await sql<{ proposal_id: number; support: boolean }>`
    select distinct on (proposal_id) proposal_id, support from dao_vote
    where voter = ${voter} and proposal_id = any(${proposalIds}::bigint[])
    order by proposal_id, sequence desc`.execute(db)
  return new Map(rows.map(({ proposal_id, support }) => [proposal_id, support]))
}
