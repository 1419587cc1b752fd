import type { StagePlan } from '../stage.ts'
import { createOutboxStage } from './outbox/create-outbox-stage.ts'
import { type OutboxOptions, openOutbox } from './outbox/outbox.ts'

/** The agent's stages and what wakes each of them. */
export function createAgentStages(options: OutboxOptions): StagePlan[] {
  const { pollMs } = options.context.config.flow
  const stage = createOutboxStage(openOutbox(options))
  return [{ stage, channels: ['actions_changed', 'chain_advanced'], pollMs }]
}
