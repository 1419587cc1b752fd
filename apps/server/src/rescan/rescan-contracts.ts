import type { BlockRange } from '@app/flow/read/chain.ts'
import { createMirrorStage } from '../governance/mirror/create-mirror-stage.ts'
import { createSignatureStage } from '../governance/signatures/create-signature-stage.ts'
import { DECODING, getDecoding } from '../indexer/decode/decoding.ts'
import type { Context } from '../runtime/context.ts'
import { runUntilIdle } from '../runtime/stage.ts'
import { type ScanOptions, scanBlocks } from './rescan-facts.ts'

/** Indexes all blocks of a range into an empty database, and mirrors what the Dharma contracts did in them. */
export async function rescanContracts(
  context: Context,
  range: BlockRange,
  options: ScanOptions,
): Promise<void> {
  await scanBlocks(
    context,
    { ...range, decoding: getDecoding(DECODING), isWithoutContractEvents: false },
    options,
  )
  await runUntilIdle([createMirrorStage(context), createSignatureStage(context)])
}
