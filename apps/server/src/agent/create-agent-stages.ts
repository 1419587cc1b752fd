import type { Context } from '../runtime/context.ts'
import type { StagePlan } from '../runtime/stage.ts'
import { createOutboxStage } from './outbox/create-outbox-stage.ts'
import { type OutboxOptions, openOutbox } from './outbox/outbox.ts'
import { createRecheckStage } from './rechecks/create-recheck-stage.ts'
import { createWatchdogStage } from './rechecks/create-watchdog-stage.ts'

export interface AgentOptions extends OutboxOptions {
  context: Context
  /** Unix milliseconds of the watchdog's minutes. */
  now?: () => number
}

/** Nobody waits for a recheck to the second. */
const POLLS_PER_RECHECK = 5

/** Below the minute after which the watchdog asks again. */
const WATCHDOG_POLL_MS = 15_000

/** The agent's stages and what wakes each of them. */
export function createAgentStages(options: AgentOptions): StagePlan[] {
  const { context, now = Date.now } = options
  const { pollMs } = context.config.flow
  const outbox = createOutboxStage(openOutbox(options))
  const recheck = createRecheckStage(context, now)
  const watchdog = createWatchdogStage(context, now)
  return [
    { stage: outbox, channels: ['actions_changed', 'chain_advanced'], pollMs },
    { stage: recheck, channels: [], pollMs: pollMs * POLLS_PER_RECHECK },
    { stage: watchdog, channels: [], pollMs: WATCHDOG_POLL_MS },
  ]
}
