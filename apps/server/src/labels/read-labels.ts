import type { AccountLists } from '@app/score/canonical/evidence-hash.ts'
import type { Address } from '@app/values/address.ts'
import { sql } from 'kysely'
import { selectOwnAddresses } from '../db/select-own-addresses.ts'
import type { LabelKind } from '../db/tables/label-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import type { Context } from '../runtime/context.ts'
import { type Label, toLabel } from './label.ts'

/** Reads all labels of an account and of its accounts in the EVM, current and removed, oldest first. */
export async function readLabels(context: Pick<Context, 'db'>, address: Address): Promise<Label[]> {
  // Known before, so that only the partitions of these addresses are read.
  const { rows: own } = await selectOwnAddresses(sql.val(address)).execute(context.db)
  const rows = await context.db
    .selectFrom('label_entry')
    .selectAll()
    .where(
      'address',
      'in',
      own.map((party) => party.address),
    )
    .orderBy('id')
    .execute()
  return rows.map(toLabel)
}

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

/**
 * Reads the accounts that had a label of each kind when the lists had this hash, in address order. Both lists are empty
 * where they never had it.
 */
export async function readPastAccountLists(
  { db }: Pick<Context, 'db'>,
  listHash: string,
): Promise<AccountLists> {
  const { rows } = await sql<ListedAccount>`
    select distinct entry.address, entry.kind
    from (select max(seq) as seq from label_change where list_hash = ${listHash}) past
    join label_entry entry on 'removed' <> (
      select action from label_change change
      where change.address = entry.address and change.label_id = entry.id
        and change.seq <= past.seq and change.action <> 'changed'
      order by change.seq desc
      limit 1
    )`.execute(db)
  return toLists(rows)
}

type ListedAccount = Pick<Tables['label_entry'], 'address' | 'kind'>

function toLists(rows: readonly ListedAccount[]): AccountLists {
  const listAddresses = (wanted: LabelKind) =>
    rows
      .filter(({ kind }) => kind === wanted)
      .map(({ address }) => address)
      .sort()
  return { scam: listAddresses('scam'), service: listAddresses('service') }
}
