import type { Context } from '../runtime/context.ts'
import type { ScheduledStage } from '../runtime/stage.ts'
import { createClearingStage } from './clearing/create-clearing-stage.ts'
import { createDiscoveryStage } from './create-discovery-stage.ts'
import { createDecisionStage } from './decision/create-decision-stage.ts'
import { createKeeperStage } from './keeper/create-keeper-stage.ts'
import { createOutboxStage } from './outbox/create-outbox-stage.ts'
import { type OutboxOptions, openOutbox, readSigners } from './outbox/outbox.ts'

interface AgentOptions extends OutboxOptions {
  context: Context
  /** Returns Unix milliseconds, for the interval between two looks at the chain. */
  now?: () => number
}

/** Discovery is not urgent: it is polled this many times less often than the indexer polls the tip. */
const TIP_POLLS_PER_STEP = 5

/** Notifications can be missed. */
const DECISION_POLL_MS = 5_000

/** Causes end by time alone: votes, freezes, and what voters are rechecked for. */
const KEEPER_POLL_MS = 15_000
const CLEARING_POLL_MS = 15_000

/** Creates the stages of the agent, each with its wake-up conditions. */
export function createAgentStages(options: AgentOptions): ScheduledStage[] {
  const { context, now = Date.now } = options
  const { pollMs } = context.config.flow
  const outbox = openOutbox(options)
  const findSigner = async () => (await readSigners(outbox))[0].signer
  return [
    {
      stage: createDiscoveryStage(context),
      channels: ['chain_advanced'],
      pollMs: pollMs * TIP_POLLS_PER_STEP,
    },
    { stage: createDecisionStage(context), channels: ['score_changed'], pollMs: DECISION_POLL_MS },
    {
      stage: createClearingStage(context, findSigner),
      channels: ['governance_changed', 'score_changed'],
      pollMs: CLEARING_POLL_MS,
    },
    {
      stage: createOutboxStage(outbox),
      channels: ['actions_changed', 'chain_advanced'],
      pollMs,
    },
    {
      stage: createKeeperStage(context, now),
      channels: ['chain_advanced', 'governance_changed'],
      pollMs: KEEPER_POLL_MS,
    },
  ]
}
