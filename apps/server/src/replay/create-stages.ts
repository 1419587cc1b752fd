import type { Signer } from '@app/flow/keys/create-signer.ts'
import { ZERO_ADDRESS } from '@app/values/address.ts'
import { createClearingStage } from '../agent/clearing/create-clearing-stage.ts'
import { createDecisionStage } from '../agent/decision/create-decision-stage.ts'
import { createDiscoveryStage } from '../agent/discovery/create-discovery-stage.ts'
import { createMirrorStage } from '../governance/mirror/create-mirror-stage.ts'
import { createExposureStage } from '../indexer/stages/create-exposure-stage.ts'
import type { Context } from '../runtime/context.ts'
import type { Stage } from '../runtime/stage.ts'
import { createScorerStages } from '../scorer/create-scorer-stages.ts'
import { createSealingStage } from './create-sealing-stage.ts'

/** Creates the stages of a server from the written blocks to the agent's decisions, without the chain. */
export function createReplayStages(context: Context): Stage[] {
  return [
    createExposureStage(context),
    createMirrorStage(context),
    createDiscoveryStage(context),
    ...createScorerStages(context).map(({ stage }) => stage),
    createDecisionStage(context),
    createSealingStage(context),
    createClearingStage(context, async () => NO_KEY),
  ]
}

/** Clearances of a replay reach nobody, so their signature is empty. */
const NO_KEY: Signer = {
  address: ZERO_ADDRESS,
  keyIndex: 0,
  publicKeyHex: '',
  signatureAlgorithm: 'ECDSA_P256',
  hashAlgorithm: 'SHA3_256',
  sign: () => new Uint8Array(64),
}
