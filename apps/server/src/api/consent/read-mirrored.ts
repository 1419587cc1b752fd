import type { OpenedAppeal } from '@app/api/schemas/case.ts'
import type { Address } from '@app/values/address.ts'
import { toIsoTime } from '@app/values/time.ts'
import type { Context } from '../../runtime/context.ts'
import { waitUntilFound } from '../actions/wait-for-action.ts'
import type { Api } from '../api.ts'

type Source = Pick<Context, 'db'>

/** Polling interval: notifications can be missed. */
const POLL_MS = 500

/**
 * Resolves with the first result of `find` that is not `null`, or with `null` when `signal` aborts:
 * the mirror of the governance follows the indexed blocks.
 */
export const waitForMirror = <Found>(
  api: Pick<Api, 'notifications' | 'limits'>,
  find: () => Promise<Found | null>,
  signal: AbortSignal,
): Promise<Found | null> =>
  waitUntilFound(api, find, {
    channels: ['governance_changed', 'cases_changed', 'chain_advanced'],
    pollMs: POLL_MS,
    signal: AbortSignal.any([signal, AbortSignal.timeout(api.limits.chainWaitMs)]),
  })

/** Finds the number of the proposal that a transaction opened; `null` while none is mirrored. */
export async function readOpenedProposalId({ db }: Source, txId: string): Promise<number | null> {
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

/** Loads the appeal that a transaction opened; `null` until its case has it. */
export async function loadOpenedAppeal(
  context: Pick<Context, 'db'>,
  txId: string,
): Promise<OpenedAppeal | null> {
  const row = await readOpenedAppeal(context, txId)
  if (row === undefined || row.opened_at === null || row.deadline === null) return null
  const { id, flag_number: flagNumber, freeze_number: freezeNumber } = row
  return {
    id,
    against: flagNumber === null ? 'freeze' : 'flag',
    number: flagNumber ?? freezeNumber ?? 0,
    caseId: row.case_id,
    openedAt: toIsoTime(row.opened_at),
    deadline: toIsoTime(row.deadline),
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
