import type { ScheduledStage } from '../runtime/stage.ts'
import type { Cosigner } from './cosigner.ts'
import { createCosignStage } from './create-cosign-stage.ts'

/** Longer than the interval between blocks: nothing that a signer does is urgent. */
const MIN_POLL_MS = 2_000

/** Creates the stage of a signer with its wake-up conditions. */
export function createCosignerStages(cosigner: Cosigner): ScheduledStage[] {
  const pollMs = Math.max(cosigner.context.config.flow.pollMs, MIN_POLL_MS)
  return [{ stage: createCosignStage(cosigner), channels: [], pollMs }]
}
