import type { AccountLists } from '@app/score/canonical/list-hash.ts'
import type { Address } from '@app/values/address.ts'
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
  return toLists(rows)
}

/** Reads the accounts that had a label of each kind at a time of this machine, in address order. */
export async function readPastAccountLists(
  context: Pick<Context, 'db'>,
  at: Date,
): Promise<AccountLists> {
  const rows = await context.db
    .selectFrom('label_entry')
    .select(['address', 'kind'])
    .distinct()
    .where('added_at', '<=', at)
    .where((eb) => eb.or([eb('removed_at', 'is', null), eb('removed_at', '>', at)]))
    .execute()
  return toLists(rows)
}

function toLists(rows: readonly { address: Address; kind: LabelKind }[]): AccountLists {
  const listAddresses = (wanted: LabelKind) =>
    rows
      .filter(({ kind }) => kind === wanted)
      .map(({ address }) => address)
      .sort()
  return { scam: listAddresses('scam'), service: listAddresses('service') }
}
