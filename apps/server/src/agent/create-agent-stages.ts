import type { Context } from '../runtime/context.ts'
import type { ScheduledStage } from '../runtime/stage.ts'
import { createOutboxStage } from './outbox/create-outbox-stage.ts'
import { type OutboxOptions, openOutbox } from './outbox/outbox.ts'
import { createRecheckStage } from './rechecks/create-recheck-stage.ts'
import { createWatchdogStage } from './rechecks/create-watchdog-stage.ts'
import { createSettlementStage } from './settlements/create-settlement-stage.ts'

export interface AgentOptions extends OutboxOptions {
  context: Context
  /** Returns Unix milliseconds, for the watchdog's interval. */
  now?: () => number
}

/**
 * Rechecks are not urgent: they are polled this many times less often than the indexer polls the
 * tip.
 */
const POLLS_PER_RECHECK = 5

/** Less than the minute between two checks of the watchdog. */
const WATCHDOG_POLL_MS = 15_000

/** Settlements have waited for minutes already. */
const SETTLEMENT_POLL_MS = 15_000

/** Creates the stages of the agent, each with its wake-up conditions. */
export function createAgentStages(options: AgentOptions): ScheduledStage[] {
  const { context, now = Date.now } = options
  const { pollMs } = context.config.flow
  const outbox = createOutboxStage(openOutbox(options))
  const recheck = createRecheckStage(context, now)
  const watchdog = createWatchdogStage(context, now)
  return [
    { stage: outbox, channels: ['actions_changed', 'chain_advanced'], pollMs },
    { stage: recheck, channels: [], pollMs: pollMs * POLLS_PER_RECHECK },
    { stage: watchdog, channels: [], pollMs: WATCHDOG_POLL_MS },
    { stage: createSettlementStage(context), channels: [], pollMs: SETTLEMENT_POLL_MS },
  ]
}
