import type { BlockRef, Meta } from '@app/api/schemas/envelope.ts'
import { type IndexedTip, loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import type { Api } from '../api.ts'
import { toDegradedPart } from '../operations/build-readiness.ts'

/** Returns the latest indexed block, and the node in `degraded` when it does not answer. */
export async function loadResponseMeta({
  context,
  node,
}: Pick<Api, 'context' | 'node'>): Promise<Meta> {
  const tip = await loadIndexedTip(context)
  const { outage } = node.state()
  return {
    ...(tip && { latestBlock: toBlockRef(tip) }),
    ...(outage && { degraded: [toDegradedPart('node', outage)] }),
  }
}

export const toBlockRef = ({ toHeight, timeMs }: IndexedTip): BlockRef => ({
  height: toHeight,
  timeMs,
})
