import { FatalError } from '@app/values/errors.ts'
import type { Context } from '../runtime/context.ts'
import type { ScheduledStage, Stage } from '../runtime/stage.ts'
import { createDeliveryStage } from './delivery/create-delivery-stage.ts'
import { openQueue } from './delivery/open-queue.ts'
import { type PostRules, postToTarget } from './guard/post-to-target.ts'
import { createLinkBuilder } from './messages/build-messages.ts'
import type { AlertRoom } from './room.ts'
import { createTimeStage } from './timers/write-timed-alerts.ts'
import { writeNotices } from './writing/write-notices.ts'

export interface AlertOptions {
  context: Context
  /** Ends the attempts that run. */
  signal: AbortSignal
  /** Tests trust certificates of their own, and resolve names. */
  rules?: Partial<PostRules>
}

export interface AlertStages {
  plans: ScheduledStage[]
  /** Waits for the attempts that run, and closes the queue. */
  close(): Promise<void>
}

const NOTICE_POLL_MS = 5_000

/** How soon a retry is noticed when its time has come. */
const DELIVERY_POLL_MS = 1_000

/** Reminders and digests may be this late. */
const TIME_POLL_MS = 5_000

/** Opens the queue and creates the stages of the role `alerts`, each with its wake-up conditions. */
export async function openAlertStages(options: AlertOptions): Promise<AlertStages> {
  const { context, signal, rules } = options
  const { databaseUrl, network } = context.config
  if (databaseUrl === null) throw new FatalError('Alerts need a database: set DATABASE_URL.')
  const queue = await openQueue(databaseUrl, context.log)
  const postRules = { allowsLoopback: network === 'local', ...rules }
  const room: AlertRoom = {
    context,
    queue,
    links: createLinkBuilder(context.config),
    post: (request) => postToTarget({ ...request, signal }, postRules),
  }
  const deliveries = createDeliveryStage(room)
  return {
    plans: [
      { stage: createNoticeStage(room), channels: ['notices_changed'], pollMs: NOTICE_POLL_MS },
      { stage: createTimeStage(room), channels: [], pollMs: TIME_POLL_MS },
      { stage: deliveries.stage, channels: ['deliveries_changed'], pollMs: DELIVERY_POLL_MS },
    ],
    close: async () => {
      await deliveries.finish()
      await queue.close()
    },
  }
}

function createNoticeStage(room: AlertRoom): Stage {
  return {
    name: 'alerts',
    step: async () => ((await writeNotices(room)) > 0 ? 'more' : 'idle'),
  }
}
