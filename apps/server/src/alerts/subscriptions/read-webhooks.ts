import type { Address } from '@app/values/address.ts'
import type { Context } from '../../runtime/context.ts'

/** A webhook, without its secret. */
export interface StoredWebhook {
  id: number
  url: string
  /** `null`: the watch list of the owner. */
  addresses: Address[] | null
  createdAt: Date
}

/** Reads the webhooks of a wallet, the oldest first. */
export async function readWebhooks(
  { db }: Pick<Context, 'db'>,
  owner: Address,
): Promise<StoredWebhook[]> {
  return await db
    .selectFrom('alert_webhook')
    .select(['id', 'url', 'addresses', 'created_at as createdAt'])
    .where('owner', '=', owner)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
}
