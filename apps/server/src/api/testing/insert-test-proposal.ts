import type { ProposalRow } from '../../db/tables/dao-tables.ts'
import type { Context } from '../../runtime/context.ts'
import { toTestAddress } from '../../testing/ledger.ts'

/** A proposal; omitted fields are those of one by a voter to freeze test account 8. */
type TestProposal = { id: number; votingEndsAt?: number } & Partial<
  Pick<ProposalRow, 'action' | 'is_appeal' | 'flag_number' | 'freeze_number'>
>

/** Inserts a proposal into the mirror. */
export async function insertTestProposal(
  { db }: Pick<Context, 'db'>,
  { id, votingEndsAt = 4_000_000_000, ...columns }: TestProposal,
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
      ...columns,
    })
    .execute()
}
