import type { Appeal } from '@app/api/schemas/case/appeal.ts'
import { buildFreezeCaseId } from '@app/values/case-id.ts'
import type { Context } from '../../runtime/context.ts'

/**
 * Loads the appeal to which a transaction opened the first or the second vote; `null` while it is not mirrored.
 */
export async function loadOpenedAppeal(
  context: Pick<Context, 'db'>,
  txId: string,
): Promise<Appeal | null> {
  const row = await readOpenedAppeal(context, txId)
  if (row === undefined || row.opened_at === null || row.deadline === null) return null
  const { address, freeze_number: freezeNumber } = row
  return {
    id: row.appeal_id,
    proposalId: row.proposal_id,
    against: freezeNumber === null ? 'flag' : 'freeze',
    caseId: row.case_id ?? row.flag_case_id ?? buildFreezeCaseId(address, freezeNumber ?? 0),
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
    .leftJoin('dao_freeze as freeze', (join) =>
      join
        .onRef('freeze.address', '=', 'appeal.address')
        .onRef('freeze.number', '=', 'appeal.freeze_number'),
    )
    .select([
      'link.appeal_id',
      'link.proposal_id',
      'appeal.address',
      'appeal.case_id',
      'appeal.freeze_number',
      'appeal.opened_at',
      'appeal.deadline',
      'proposal.voting_ends_at',
      'freeze.flag_case_id',
    ])
    .where('proposal.tx_id', '=', txId)
    .executeTakeFirst()

const toTime = (seconds: number): string => new Date(seconds * 1000).toISOString()
