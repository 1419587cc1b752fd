import type { BlockRef, Meta } from '@app/api/schemas/envelope.ts'
import { type IndexedTip, loadIndexedTip } from '../facts/load-indexed-tip.ts'
import type { Api } from './api.ts'
import { toDegradedPart } from './operations/build-readiness.ts'

/** Returns the latest indexed block, and the node in `degraded` when it does not answer. */
export async function loadResponseMeta({
  context,
  node,
}: Pick<Api, 'context' | 'node'>): Promise<Meta> {
  const tip = await loadIndexedTip(context)
  return addDegradedNode(tip === null ? {} : { latestBlock: toBlockRef(tip) }, node)
}

/** Adds the node to `degraded` when it does not answer. */
export function addDegradedNode(meta: Meta, node: Api['node']): Meta {
  const { outage } = node.state()
  return outage === null ? meta : { ...meta, degraded: [toDegradedPart('node', outage)] }
}

export const toBlockRef = ({ toHeight, timeMs }: IndexedTip): BlockRef => ({
  height: toHeight,
  timeMs,
})
