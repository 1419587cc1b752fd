import type { Address } from '@app/values/address.ts'
import { readWebhooks } from '../../alerts/subscriptions/read-webhooks.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../failures/api-failure.ts'

/** Returns the number of a webhook that belongs to the wallet. Throws `webhook_not_found`. */
export async function requireWebhook(
  { context }: Api,
  owner: Address,
  id: string,
): Promise<number> {
  const webhooks = await readWebhooks(context, owner)
  const webhook = webhooks.find((one) => one.id === Number(id))
  if (webhook === undefined) throw new ApiFailure('webhook_not_found')
  return webhook.id
}
