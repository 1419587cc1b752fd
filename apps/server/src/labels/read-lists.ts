import type { AccountLists } from '@app/score/canonical/list-hash.ts'
import type { LabelKind } from '../db/label-tables.ts'
import type { Context } from '../runtime/context.ts'

/** Every account with a current entry of each kind, in the order of addresses. */
export async function readLists(context: Pick<Context, 'db'>): Promise<AccountLists> {
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
