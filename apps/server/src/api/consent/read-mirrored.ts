import type { Address } from '@app/values/address.ts'
import type { Context } from '../../runtime/context.ts'

type Source = Pick<Context, 'db'>

/** Finds the number of the proposal that a transaction opened; `null` while none is mirrored. */
export async function findProposalId({ db }: Source, txId: string): Promise<number | null> {
  const row = await db
    .selectFrom('dao_proposal')
    .select('id')
    .where('tx_id', '=', txId)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns whether the mirror has these votes of one message, or later ones of the voter. */
export async function areVotesMirrored(
  { db }: Source,
  { ids, voter, sequence }: { ids: readonly number[]; voter: Address; sequence: number },
): Promise<boolean> {
  const rows = await db
    .selectFrom('dao_vote')
    .select('proposal_id')
    .distinct()
    .where('proposal_id', 'in', ids)
    .where('voter', '=', voter)
    .where('sequence', '>=', sequence)
    .execute()
  return rows.length === ids.length
}
