import type { Appeal } from '@app/api/schemas/case/appeal.ts'
import type { Context } from '../../runtime/context.ts'

/**
 * Loads the appeal to which a transaction opened the first or the second vote; `null` until its case has it.
 */
export async function loadOpenedAppeal(
  context: Pick<Context, 'db'>,
  txId: string,
): Promise<Appeal | null> {
  const row = await readOpenedAppeal(context, txId)
  if (row === undefined || row.opened_at === null || row.deadline === null) return null
  const { freeze_number: freezeNumber } = row
  return {
    id: row.appeal_id,
    proposalId: row.proposal_id,
    against: freezeNumber === null ? 'flag' : 'freeze',
    caseId: row.case_id,
    openedAt: toTime(row.opened_at),
    votingEndsAt: toTime(row.voting_ends_at),
    deadline: toTime(row.deadline),
    txId,
  }
}

const readOpenedAppeal = ({ db }: Pick<Context, 'db'>, txId: string) =>
  db
    .selectFrom('dao_proposal as proposal')
    .innerJoin('dao_appeal_proposal as link', 'link.proposal_id', 'proposal.id')
    .innerJoin('dao_appeal as appeal', 'appeal.id', 'link.appeal_id')
    .innerJoin('case_entry as entry', (join) =>
      join
        .onRef('entry.address', '=', 'appeal.address')
        .onRef('entry.tx_id', '=', 'proposal.tx_id')
        .on('entry.kind', 'in', ['appeal', 'second_proposal']),
    )
    .select([
      'link.appeal_id',
      'link.proposal_id',
      'entry.case_id',
      'appeal.freeze_number',
      'appeal.opened_at',
      'appeal.deadline',
      'proposal.voting_ends_at',
    ])
    .where('proposal.tx_id', '=', txId)
    .executeTakeFirst()

const toTime = (seconds: number): string => new Date(seconds * 1000).toISOString()
