import type { AccountLists } from '@app/score/canonical/list-hash.ts'
import type { LabelKind } from '../db/tables/label-tables.ts'
import type { Context } from '../runtime/context.ts'

/** Reads the accounts with a current label of each kind, in address order. */
export async function readAccountLists(context: Pick<Context, 'db'>): Promise<AccountLists> {
  const rows = await context.db
    .selectFrom('label_entry')
    .select(['address', 'kind'])
    .distinct()
    .where('removed_at', 'is', null)
    .execute()
  const listAddresses = (wanted: LabelKind) =>
    rows
      .filter(({ kind }) => kind === wanted)
      .map(({ address }) => address)
      .sort()
  return { scam: listAddresses('scam'), service: listAddresses('service') }
}
