import type { Context } from '../runtime/context.ts'
import type { ScheduledStage } from '../runtime/stage.ts'
import { createMirrorStage } from './mirror/create-mirror-stage.ts'
import { createSignatureStage } from './signatures/create-signature-stage.ts'

/** Creates the stages of the governance mirror, each with its wake-up conditions. */
export function createGovernanceStages(context: Context): ScheduledStage[] {
  const { pollMs } = context.config.flow
  return [
    { stage: createMirrorStage(context), channels: ['chain_advanced'], pollMs: pollMs * 5 },
    { stage: createSignatureStage(context), channels: ['governance_changed'], pollMs: 30_000 },
  ]
}
