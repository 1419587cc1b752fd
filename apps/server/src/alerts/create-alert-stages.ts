import type { Context } from '../runtime/context.ts'
import type { ScheduledStage } from '../runtime/stage.ts'
import { createDeliveryStage } from './delivery/create-delivery-stage.ts'
import { type PostRules, postToTarget } from './guard/post-to-target.ts'
import { createLinkBuilder } from './messages/build-messages.ts'
import { createTimeStage } from './timers/write-timed-alerts.ts'
import { writeNotices } from './writing/write-notices.ts'

export interface AlertOptions {
  context: Context
  /** Ends the attempts that run. */
  signal: AbortSignal
  /** Tests trust certificates of their own, and resolve names. */
  rules?: Partial<PostRules>
}

interface AlertStages {
  plans: ScheduledStage[]
  /** Resolves when no attempt is running. */
  finish(): Promise<void>
}

const NOTICE_POLL_MS = 5_000

/** How soon a retry is noticed when its time has come. */
const DELIVERY_POLL_MS = 1_000

/** Reminders and digests may be this late. */
const TIME_POLL_MS = 5_000

/** Creates the stages of the role `alerts`, each with its wake-up conditions. */
export function createAlertStages({ context, signal, rules }: AlertOptions): AlertStages {
  const postRules = { allowsLoopback: context.config.network === 'local', ...rules }
  const links = createLinkBuilder(context.config)
  const deliveries = createDeliveryStage({
    context,
    post: (request) => postToTarget({ ...request, signal }, postRules),
  })
  const notices: ScheduledStage['stage'] = {
    name: 'alerts',
    step: async () => ((await writeNotices(context, links)) > 0 ? 'more' : 'idle'),
  }
  return {
    plans: [
      { stage: notices, channels: ['notices_changed'], pollMs: NOTICE_POLL_MS },
      { stage: createTimeStage(context, links), channels: [], pollMs: TIME_POLL_MS },
      { stage: deliveries.stage, channels: ['deliveries_changed'], pollMs: DELIVERY_POLL_MS },
    ],
    finish: deliveries.finish,
  }
}
