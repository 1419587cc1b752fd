import type { Address } from '@app/values/address.ts'
import type { Context } from '../runtime/context.ts'

/** Returns the activity of an account with one token, or undefined. */
export async function readActivity({ db }: Context, address: Address, token: string) {
  return await db
    .selectFrom('chain_activity')
    .selectAll()
    .where('address', '=', address)
    .where('token', '=', token)
    .executeTakeFirst()
}
