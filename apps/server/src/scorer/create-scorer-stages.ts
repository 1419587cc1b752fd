import type { Context } from '../runtime/context.ts'
import type { ScheduledStage } from '../runtime/stage.ts'
import { createRescoreStage } from './create-rescore-stage.ts'

/** Creates the scorer's stages, each with its wake-up conditions. */
export function createScorerStages(context: Context): ScheduledStage[] {
  const channels = ['chain_advanced', 'governance_changed', 'reports_changed'] as const
  return [{ stage: createRescoreStage(context), channels, pollMs: 5000 }]
}
