import type { Stage } from '../../runtime/stage.ts'
import type { Delivery } from '../alert.ts'
import type { Sending } from '../channels/channel.ts'
import { CHANNELS } from '../channels/channels.ts'
import {
  markConfirmed,
  markGone,
  markRemoved,
  notifyDeliveries,
} from '../subscriptions/write-subscription.ts'
import { beginAttempts, endAttempt, giveUpUnsendable } from './write-attempts.ts'

/** Attempts at the same time of this process. */
const MAX_RUNNING = 40

export interface DeliveryStage {
  stage: Stage
  /** Resolves when no attempt is running. */
  finish(): Promise<void>
}

/**
 * Creates the stage that sends what waits. Attempts run beside each other and beside the stage: a slow receiver delays
 * nobody else.
 */
export function createDeliveryStage(sending: Sending): DeliveryStage {
  const { db, log } = sending.context
  /** The number of the subscription of each attempt. */
  const running = new Map<Promise<void>, number>()
  const start = (delivery: Delivery) => {
    const attempt = deliver(sending, delivery)
      .catch((err) => log.warn({ err }, 'an attempt to deliver an alert was not recorded'))
      .finally(() => running.delete(attempt))
    running.set(attempt, delivery.target.id)
  }
  const step: Stage['step'] = async () => {
    await giveUpUnsendable(db)
    const limit = MAX_RUNNING - running.size
    if (limit <= 0) {
      await Promise.race(running.keys())
      return 'more'
    }
    const deliveries = await beginAttempts(db, { limit, busy: [...running.values()] })
    deliveries.forEach(start)
    return deliveries.length > 0 ? 'more' : 'idle'
  }
  return {
    stage: { name: 'deliveries', step },
    finish: async () => void (await Promise.all(running.keys())),
  }
}

/** Makes one attempt. When the process ends in between, the receiver gets the same message id once more. */
async function deliver(sending: Sending, delivery: Delivery): Promise<void> {
  const { context } = sending
  const channel = CHANNELS[delivery.target.channel]
  const outcome = await channel.send(delivery, sending)
  await context.db.transaction().execute(async (db) => {
    await endAttempt(db, delivery, outcome)
    const isAnswer = delivery.type === 'webhook.challenge' && channel.confirmation === 'answer'
    if (isAnswer && outcome.isDelivered) await markConfirmed(db, delivery)
    await notifyDeliveries(db)
  })
  if (!outcome.isGone) return
  // A browser that is gone can confirm nothing: it subscribes anew.
  const end = channel.confirmation === 'none' ? markRemoved : markGone
  await end(context, delivery)
}
