import type { Context } from '../runtime/context.ts'
import type { Post } from './channels/channel.ts'
import type { DeliveryQueue } from './delivery/open-queue.ts'
import type { LinkBuilder } from './messages/build-messages.ts'

/** What the stages of this room share. */
export interface AlertRoom {
  context: Context
  queue: DeliveryQueue
  links: LinkBuilder
  post: Post
}
