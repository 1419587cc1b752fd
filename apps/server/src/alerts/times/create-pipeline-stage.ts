import { type IndexedTip, loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import type { Stage } from '../../runtime/stage.ts'
import type { AlertRoom } from '../room.ts'
import { type PipelineSight, writePipeline } from './write-pipeline.ts'

/** The indexer counts as in step with the node up to this lag: 10 s of testnet. */
const IN_STEP_BLOCKS = 20

/**
 * Creates the stage that tells every subscriber once when blocks are not indexed in time, by the clock of
 * the server, and once when they are again.
 */
export function createPipelineStage(room: AlertRoom): Stage {
  const step = async () => {
    const tip = await loadIndexedTip(room.context)
    if (tip !== null) await writePipeline(room, await look(room, tip))
    return 'idle' as const
  }
  return { name: 'pipeline heartbeat', step }
}

async function look({ context }: AlertRoom, tip: IndexedTip): Promise<PipelineSight> {
  const isQuiet = context.config.network === 'local' && (await isChainQuiet(context, tip))
  return { tip, isInStep: tip.lagBlocks <= IN_STEP_BLOCKS, isQuiet }
}

/** A local chain makes blocks only for transactions: no block is missing when the node has no higher one. */
async function isChainQuiet(
  { flow }: Pick<AlertRoom['context'], 'flow'>,
  { toHeight }: IndexedTip,
): Promise<boolean> {
  const latest = await flow.getLatestBlock().catch(() => null)
  return latest !== null && latest.height <= toHeight
}
