import type { Address } from '@app/values/address.ts'
import type { Context } from '../runtime/context.ts'
import { type Label, toLabel } from './label.ts'

/** Reads all labels of an account, current and removed, oldest first. */
export async function readLabels(context: Pick<Context, 'db'>, address: Address): Promise<Label[]> {
  const rows = await context.db
    .selectFrom('label_entry')
    .selectAll()
    .where('address', '=', address)
    .orderBy('id')
    .execute()
  return rows.map(toLabel)
}
