import type { Address } from '@app/values/address.ts'
import type { Context } from '../../runtime/context.ts'
import type { SubscriptionTarget } from '../alert.ts'
import { createWebhookSecret } from '../channels/webhook.ts'
import { markConfirmed, writeSubscription } from '../subscriptions/write-subscription.ts'

interface AddedWebhook {
  owner: Address
  url: string
  addresses?: readonly Address[] | null
}

/** A webhook that was just created, with its secret. */
export interface CreatedWebhook {
  id: number
  secret: string
}

export const toWebhook = (id: number): SubscriptionTarget => ({ channel: 'webhook', id })

/** Adds a webhook whose receiver has not answered a challenge. */
export async function addUnconfirmedWebhook(
  context: Pick<Context, 'db'>,
  { owner, url, addresses = null }: AddedWebhook,
): Promise<CreatedWebhook> {
  const secret = createWebhookSecret()
  const webhook = { owner, channel: 'webhook', url, secret, addresses, sinceMs: 0 } as const
  const id = await writeSubscription(context, webhook)
  if (id === null) throw new Error('too many webhooks')
  return { id, secret }
}

/** Adds a webhook as if its receiver had answered a challenge. */
export async function addWebhook(
  context: Pick<Context, 'db'>,
  webhook: AddedWebhook,
): Promise<CreatedWebhook> {
  const created = await addUnconfirmedWebhook(context, webhook)
  await markConfirmed(context.db, { owner: webhook.owner, target: toWebhook(created.id) })
  return created
}
