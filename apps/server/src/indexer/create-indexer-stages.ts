import type { Context } from '../runtime/context.ts'
import type { ScheduledStage } from '../runtime/stage.ts'
import { DECODING, type Decoding, getDecoding } from './decode/decoding.ts'
import { createContractEventCatchUpStage } from './stages/create-contract-event-catch-up-stage.ts'
import { createBackfillStage, createRereadStage } from './stages/create-downward-stages.ts'
import { createExposureStage } from './stages/create-exposure-stage.ts'
import { createLiveStage } from './stages/create-live-stage.ts'

/**
 * Creates the indexer's stages in the order in which tests run them, each with its wake-up
 * conditions.
 */
export function createIndexerStages(
  context: Context,
  decoding: Decoding = getDecoding(DECODING),
): ScheduledStage[] {
  const { pollMs } = context.config.flow
  return [
    { stage: createLiveStage(context, decoding), channels: [], pollMs },
    { stage: createExposureStage(context), channels: ['labels_changed'], pollMs: 5000 },
    { stage: createRereadStage(context, decoding), channels: ['chain_advanced'], pollMs: 5000 },
    { stage: createBackfillStage(context, decoding), channels: ['chain_advanced'], pollMs: 5000 },
    { stage: createContractEventCatchUpStage(context), channels: [], pollMs: 30_000 },
  ]
}
