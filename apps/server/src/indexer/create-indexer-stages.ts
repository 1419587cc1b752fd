import type { Context } from '../runtime/context.ts'
import type { ScheduledStage } from '../runtime/stage.ts'
import { createBackfillStage } from './stages/create-backfill-stage.ts'
import { createContractEventStage } from './stages/create-contract-event-stage.ts'
import { createExposureStage } from './stages/create-exposure-stage.ts'
import { createLiveStage } from './stages/create-live-stage.ts'

/**
 * Creates the indexer's stages in the order in which tests run them, each with its wake-up
 * conditions.
 */
export function createIndexerStages(context: Context): ScheduledStage[] {
  const { pollMs } = context.config.flow
  return [
    { stage: createLiveStage(context), channels: [], pollMs },
    { stage: createExposureStage(context), channels: ['labels_changed'], pollMs: 5000 },
    { stage: createBackfillStage(context), channels: ['chain_advanced'], pollMs: 5000 },
    { stage: createContractEventStage(context), channels: [], pollMs: 30_000 },
  ]
}
