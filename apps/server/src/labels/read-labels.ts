import type { Address } from '@app/values/address.ts'
import { sql } from 'kysely'
import { selectOwnAddresses } from '../db/select-own-addresses.ts'
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
