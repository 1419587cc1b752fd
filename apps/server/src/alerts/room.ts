import type { Context } from '../runtime/context.ts'
import type { WebhookSender } from './channels/webhook.ts'
import type { DeliveryQueue } from './delivery/open-queue.ts'
import type { LinkBuilder } from './messages/links.ts'

/** What the stages of this room share. */
export interface AlertRoom {
  context: Context
  queue: DeliveryQueue
  links: LinkBuilder
  webhook: WebhookSender
}
