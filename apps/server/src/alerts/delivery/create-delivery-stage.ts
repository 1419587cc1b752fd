import type { Stage } from '../../runtime/stage.ts'
import type { AlertRoom } from '../room.ts'
import { deliver } from './deliver.ts'
import { buryDead } from './write-dead.ts'
import { queueRequested } from './write-requested.ts'

/** Attempts at the same time of this process. */
const MAX_RUNNING = 40

export interface DeliveryStage {
  stage: Stage
  /** Resolves when no attempt is running. */
  finish(): Promise<void>
}

/**
 * Creates the stage that sends what waits for a webhook. Attempts run beside each other and beside the
 * stage: a slow receiver delays nobody else.
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
    await buryDead(room)
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
