import type { Context } from '../../runtime/context.ts'
import { toTestAddress } from '../../testing/ledger.ts'

/** Inserts a proposal to freeze test account 8 into the mirror. */
export async function insertTestProposal(
  { db }: Pick<Context, 'db'>,
  { id, votingEndsAt = 4_000_000_000 }: { id: number; votingEndsAt?: number },
): Promise<void> {
  await db
    .insertInto('dao_proposal')
    .values({
      id,
      action: 'freeze',
      target: toTestAddress(8),
      proposer: toTestAddress(6),
      rank: 'voter',
      is_appeal: false,
      title: 'Freeze',
      description: 'Marks it as frozen.',
      reason: 'Swept the wallets of at least six members in one night',
      reason_hash: 'a'.repeat(64),
      created_at: votingEndsAt - 86_400,
      voting_ends_at: votingEndsAt,
      executable_until: votingEndsAt + 7 * 86_400,
      height: 1,
      tx_id: id.toString(16).padStart(64, 'b'),
    })
    .execute()
}
