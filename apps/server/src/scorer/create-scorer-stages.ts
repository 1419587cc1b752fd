import type { Context } from '../runtime/context.ts'
import type { StagePlan } from '../runtime/stage.ts'
import { createRescoreStage } from './create-rescore-stage.ts'

/** The scorer's stages and what wakes each of them. */
export function createScorerStages(context: Context): StagePlan[] {
  return [{ stage: createRescoreStage(context), channels: ['chain_advanced'], pollMs: 5000 }]
}
