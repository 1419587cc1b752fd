import type { BlockRef, Meta } from '@app/api/schemas/envelope.ts'
import { loadTip, type Tip } from '../../facts/load-tip.ts'
import type { Api } from '../api.ts'
import { toDegradedPart } from '../operations/build-readiness.ts'

/** Returns the latest indexed block, and the node in `degraded` when it does not answer. */
export async function loadResponseMeta({
  context,
  node,
}: Pick<Api, 'context' | 'node'>): Promise<Meta> {
  const tip = await loadTip(context)
  const { outage } = node.state()
  return {
    ...(tip && { latestBlock: toBlockRef(tip) }),
    ...(outage && { degraded: [toDegradedPart('node', outage)] }),
  }
}

export const toBlockRef = ({ toHeight, timeMs }: Tip): BlockRef => ({ height: toHeight, timeMs })
