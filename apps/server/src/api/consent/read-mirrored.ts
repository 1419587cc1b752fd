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

/** Returns whether the mirror has this vote, or a later one of the voter. */
export async function isVoteMirrored(
  { db }: Source,
  { proposalId, voter, sequence }: { proposalId: number; voter: Address; sequence: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('dao_vote')
    .select('tx_id')
    .where('proposal_id', '=', proposalId)
    .where('voter', '=', voter)
    .where('sequence', '>=', sequence)
    .executeTakeFirst()
  return row !== undefined
}
