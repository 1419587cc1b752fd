import { fromKysely } from 'pg-boss'
import type { Stage } from '../../runtime/stage.ts'
import { CHANNELS } from '../channels/channels.ts'
import type { AlertRoom } from '../room.ts'
import { markConfirmed, markGone, markRemoved } from '../subscriptions/write-subscription.ts'
import { notifyDeliveries } from '../writing/write-alerts.ts'
import type { DeliveryJob } from './open-queue.ts'
import {
  beginAttempt,
  endAttempt,
  giveUpDead,
  giveUpUnsendable,
  queueRequested,
  SENT_ONCE,
} from './write-attempts.ts'

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
export function createDeliveryStage(room: AlertRoom): DeliveryStage {
  const { queue, context } = room
  const running = new Set<Promise<void>>()
  const start = (attempt: Promise<void>) => {
    const run = attempt
      .catch((err) => context.log.warn({ err }, 'an attempt to deliver an alert was not recorded'))
      .finally(() => running.delete(run))
    running.add(run)
  }
  const step: Stage['step'] = async () => {
    await queueRequested(room)
    await giveUpDead(room)
    const free = MAX_RUNNING - running.size
    if (free <= 0) {
      await Promise.race(running)
      return 'more'
    }
    const jobs = await queue.take(free)
    for (const job of jobs) start(deliver(room, job))
    return jobs.length > 0 ? 'more' : 'idle'
  }
  return {
    stage: { name: 'deliveries', step },
    finish: async () => void (await Promise.all(running)),
  }
}

/**
 * Makes one attempt of a delivery. When the process ends in between, the job becomes due again, and the receiver gets
 * the same message id once more.
 */
async function deliver(room: AlertRoom, job: DeliveryJob): Promise<void> {
  const { context, queue } = room
  const delivery = await beginAttempt(context.db, job.data)
  if (delivery === null) {
    await giveUpUnsendable(context.db, job.data)
    return await queue.complete(job)
  }
  const channel = CHANNELS[delivery.target.channel]
  const outcome = await channel.send(delivery, room)
  await context.db.transaction().execute(async (db) => {
    await endAttempt(db, job.data, { outcome, delivery })
    const isAnswer = delivery.type === 'webhook.challenge' && channel.confirmation === 'answer'
    if (isAnswer && outcome.isDelivered) await markConfirmed(db, delivery)
    const isOver = outcome.isDelivered || SENT_ONCE.has(delivery.type)
    await (isOver ? queue.complete(job, fromKysely(db)) : queue.fail(job, fromKysely(db)))
    await notifyDeliveries(db)
  })
  if (!outcome.isGone) return
  // A browser that is gone can confirm nothing: it subscribes anew.
  const end = channel.confirmation === 'none' ? markRemoved : markGone
  await end(context, delivery)
}
