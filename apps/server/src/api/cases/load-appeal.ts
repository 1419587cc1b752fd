import type { Appeal } from '@app/api/schemas/case/appeal.ts'
import type { Context } from '../../runtime/context.ts'

/** Loads the appeal that a transaction opened; `null` until its case has it. */
export async function loadOpenedAppeal(
  context: Pick<Context, 'db'>,
  txId: string,
): Promise<Appeal | null> {
  const row = await readOpenedAppeal(context, txId)
  if (row === undefined || row.opened_at === null || row.deadline === null) return null
  const { id, flag_number: flagNumber, freeze_number: freezeNumber } = row
  return {
    id,
    against: flagNumber === null ? 'freeze' : 'flag',
    number: flagNumber ?? freezeNumber ?? 0,
    caseId: row.case_id,
    openedAt: toTime(row.opened_at),
    deadline: toTime(row.deadline),
    txId,
  }
}

const readOpenedAppeal = ({ db }: Pick<Context, 'db'>, txId: string) =>
  db
    .selectFrom('dao_proposal as proposal')
    .innerJoin('dao_appeal as appeal', 'appeal.id', 'proposal.id')
    .innerJoin('case_entry as entry', (join) =>
      join
        .onRef('entry.address', '=', 'appeal.address')
        .onRef('entry.tx_id', '=', 'proposal.tx_id')
        .on('entry.kind', '=', 'appeal'),
    )
    .select([
      'appeal.id',
      'entry.case_id',
      'appeal.flag_number',
      'appeal.freeze_number',
      'appeal.opened_at',
      'appeal.deadline',
    ])
    .where('proposal.tx_id', '=', txId)
    .executeTakeFirst()

const toTime = (seconds: number): string => new Date(seconds * 1000).toISOString()
