import type { Signer } from '@app/flow/keys/create-signer.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Context } from '../runtime/context.ts'
import type { ScheduledStage } from '../runtime/stage.ts'
import { createClearingStage } from './clearing/create-clearing-stage.ts'
import { createDiscoveryStage } from './create-discovery-stage.ts'
import { createSettlementStage } from './create-settlement-stage.ts'
import { createDecisionStage } from './decision/create-decision-stage.ts'
import { createOutboxStage } from './outbox/create-outbox-stage.ts'
import { type Outbox, type OutboxOptions, openOutbox, readSigners } from './outbox/outbox.ts'
import { createRecheckStage } from './rechecks/create-recheck-stage.ts'
import { createWatchdogStage } from './rechecks/create-watchdog-stage.ts'
import { createWatchingStage } from './watching/create-watching-stage.ts'

interface AgentOptions extends OutboxOptions {
  context: Context
  /** Returns Unix milliseconds, for the watchdog's interval. */
  now?: () => number
}

/**
 * Discovery and rechecks are not urgent: they are polled this many times less often than the indexer polls the
 * tip.
 */
const TIP_POLLS_PER_STEP = 5

/** Less than the minute between two checks of the watchdog. */
const WATCHDOG_POLL_MS = 15_000

/** Notifications can be missed. */
const DECISION_POLL_MS = 5_000
/** Voters leave by time alone. */
const WATCHING_POLL_MS = 60_000

/** Views follow the time; only what the chain records is so much later. */
const SETTLEMENT_POLL_MS = 15_000

/** Creates the stages of the agent, each with its wake-up conditions. */
export function createAgentStages(options: AgentOptions): ScheduledStage[] {
  const { context, now = Date.now } = options
  const { pollMs } = context.config.flow
  const outboxContext = openOutbox(options)
  const outbox = createOutboxStage(outboxContext)
  const recheck = createRecheckStage(context, now)
  const watchdog = createWatchdogStage(context, now)
  const watching = createWatchingStage(context, now)
  return [
    {
      stage: createDiscoveryStage(context),
      channels: ['chain_advanced'],
      pollMs: pollMs * TIP_POLLS_PER_STEP,
    },
    { stage: createDecisionStage(context), channels: ['score_changed'], pollMs: DECISION_POLL_MS },
    {
      stage: createClearingStage(context, () => findSigner(outboxContext)),
      channels: ['governance_changed', 'score_changed'],
      pollMs: SETTLEMENT_POLL_MS,
    },
    { stage: outbox, channels: ['actions_changed', 'chain_advanced'], pollMs },
    { stage: recheck, channels: [], pollMs: pollMs * TIP_POLLS_PER_STEP },
    { stage: watchdog, channels: [], pollMs: WATCHDOG_POLL_MS },
    { stage: createSettlementStage(context), channels: [], pollMs: SETTLEMENT_POLL_MS },
    { stage: watching, channels: ['governance_changed'], pollMs: WATCHING_POLL_MS },
  ]
}

/** Returns a signer of the agent's account. */
async function findSigner(outbox: Outbox): Promise<Signer> {
  const [first] = await readSigners(outbox)
  if (first === undefined) throw new FatalError('The account of the agent has no usable key.')
  return first.signer
}
